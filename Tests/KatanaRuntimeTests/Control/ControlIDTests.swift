import KatanaRuntime
import KatanaTesting
import Testing

/// Which ids meet: those of one runtime, one life of a child, one type.
@Suite struct ControlIDTests {
  enum ID: Hashable { case a, b }
  enum OtherID: Hashable { case a }
  let run = LoggedRun()

  @Test func idsOfTwoRowsDoNotMeet() {
    for id in [1, 2] { run.ask(row: id, Do("\(id)").cancellable(id: ID.a)) }
    run.ask(row: 2, Do("queued").queued(id: ID.a, .firstWins))
    run.ask(Cancel(id: ID.a))
    run.ask(row: 1, Cancel(id: ID.a))
    #expect(run.log.all == ["start 1", "start 2", "start queued", "cancel 1"])
  }

  /// The first command of an id is kept elsewhere than the others, and so is the first after its end.
  @Test(
    arguments: ["1", "2", "3"],
    [Cancel(id: ID.a), Do("6").cancellable(id: ID.a, cancelInFlight: true)] as [any Command])
  func commandsOfOneIDAreCancelledInTheOrderOfTheirStart(ended: String, by command: any Command) {
    for name in ["1", "2", "3"] { run.ask(Do(name).cancellable(id: ID.a)) }
    run.finish(ended)
    for name in ["4", "5"] { run.ask(Do(name).cancellable(id: ID.a)) }
    run.ask(command)
    let left = ["1", "2", "3", "4", "5"].filter { $0 != ended }
    #expect(run.log.all.filter { $0.hasPrefix("cancel") } == left.map { "cancel \($0)" })
  }

  @Test func anIDThatIsNotEqualToItselfIsFound() {
    run.ask(Do("1").cancellable(id: Double.nan), Do("2").cancellable(id: Float.nan))
    run.ask(Cancel(id: Double.nan))
    #expect(run.log.all == ["start 1", "start 2", "cancel 1"])
  }

  /// The type of an id is that of the object, whatever the type of the variable.
  @Test func objectsAsIDsAreComparedByTheirOwnTypes() {
    let id: Key = NarrowKey(1)
    run.ask(Do("narrow").cancellable(id: id), Do("wide").cancellable(id: Key(1)))
    run.ask(Cancel(id: NarrowKey(1)))
    #expect(run.log.all == ["start narrow", "start wide", "cancel narrow"])
  }

  private class Key: Hashable, @unchecked Sendable {
    // Sendable, because its only property is constant.
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (lhs: Key, rhs: Key) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private final class NarrowKey: Key, @unchecked Sendable {}

  @Test func everyWrapperKeepsTheIDsOfRowsApart() {
    let wrappers: [@Sendable (Do) -> any Command] = [
      { $0.cancellable(id: ID.a, cancelInFlight: true) }, { $0.queued(id: ID.a, .latestWins) },
      { $0.queued(id: ID.a, .firstWins) }, { $0.queued(id: ID.a, .atMost(1)) },
      { $0.queued(id: ID.a, .keepLatest) },
      { $0.debounced(id: ID.a, for: .seconds(1)) }, { $0.throttled(id: ID.a, for: .seconds(1)) },
      { $0.throttled(id: ID.a, for: .seconds(1), .trailing) },
    ]
    for wrap in wrappers {
      let run = LoggedRun()
      for id in [1, 2] { run.ask(row: id, wrap(Do("\(id)"))) }
      run.clock.advance(by: .seconds(1))
      #expect(run.log.all == ["start 1", "start 2"])
    }
  }

  /// The row has nothing alive but the time for which its id is throttled.
  @Test func theIDOfARowIsKnownAfterItsCommandHasEnded() {
    run.ask(row: 1, Do("1").throttled(id: ID.a, for: .seconds(1)))
    run.finish("1")
    run.ask(row: 1, Do("2").throttled(id: ID.a, for: .seconds(1)))
    #expect(run.log.all == ["start 1"])
    run.clock.advance(by: .seconds(1))
    run.ask(row: 1, Do("3").throttled(id: ID.a, for: .seconds(1)))
    #expect(run.log.all == ["start 1", "start 3"])
  }

  @Test func idsOfAReopenedSheetDoNotMeetThoseOfTheOldOne() {
    run.present(true)
    run.askSheet(Do("old").queued(id: ID.a, .firstWins))
    run.present(false)
    run.present(true)
    run.askSheet(Do("new").queued(id: ID.a, .firstWins))
    run.askSheet(Cancel(id: ID.a))
    #expect(run.log.all == ["start old", "start new", "cancel new"])
    run.say("word", as: "old")
    #expect(run.runtime.model.sheet?.journal.heard == [])
  }

  @Test func delayedCommandOfAClosedSheetStartsAndIsNotHeard() {
    run.present(true)
    run.askSheet(
      Sequential([Do("1").delayed(by: .seconds(1)), Do("2")]).debounced(id: ID.a, for: .seconds(1)))
    run.present(false)
    run.present(true)
    run.askSheet(Cancel(id: ID.a))
    run.clock.advance(by: .seconds(2))
    run.say("word", as: "1")
    run.finish("1")
    #expect(run.log.all == ["start 1", "start 2"])
    #expect(run.runtime.model.sheet?.journal.heard == [])
  }

  @Test func aReopenedSheetGetsNoMessageThatTheOldOneMappedAndDelayed() {
    let run = LoggedRun()
    run.runtime.dispatch(ControlApp.Present(isPresented: true))
    let command = Do("old").map { (heard: Heard) in heard }.delayed(by: .seconds(1))
    run.runtime.dispatch(Ask(commands: [command]).to(ControlApp.at.sheet))
    run.runtime.dispatch(ControlApp.Present(isPresented: false))
    run.runtime.dispatch(ControlApp.Present(isPresented: true))
    run.clock.advance(by: .seconds(1))
    run.say("word", as: "old")
    #expect(run.runtime.model.sheet?.journal.heard == [])
    #expect(run.runtime.statistics.gone == 1)
  }

  @Test func idsOfASliceAreThoseOfItsParent() {
    run.runtime.dispatch(ControlApp.AskAlways(commands: [Do("slice").cancellable(id: ID.a)]))
    run.ask(Cancel(id: ID.a))
    #expect(run.log.all == ["start slice", "cancel slice"])
  }

  @Test func parentCancelsInARow() {
    run.ask(row: 1, Do("1").cancellable(id: ID.a))
    run.ask(row: 2, Do("2").cancellable(id: ID.a))
    run.ask(Cancel(id: ID.a).in(ControlApp.at.rows[2]))
    #expect(run.log.all == ["start 1", "start 2", "cancel 2"])
  }

  @Test func parentCancelsInEachRow() {
    run.ask(row: 2, Do("2").cancellable(id: ID.a))
    run.ask(row: 1, Do("1").cancellable(id: ID.a), Do("other").cancellable(id: ID.b))
    run.ask(Do("own").cancellable(id: ID.a))
    run.ask(Cancel(id: ID.a).in(ControlApp.at.rows[1]), Cancel(id: ID.a).in(ControlApp.at.rows[2]))
    #expect(run.log.all.suffix(2) == ["cancel 1", "cancel 2"])
  }

  @Test func whatAChildCancelsInItsLastStepIsCancelled() {
    run.present(true)
    run.askSheet(Do("old").retried(Retry(3, after: .constant(.seconds(1)))).cancellable(id: ID.a))
    run.dispatch(sheet: ControlApp.Leave(commands: [Cancel(id: ID.a)]))
    #expect(run.log.all == ["start old", "cancel old"])
    #expect(run.runtime.model.sheet == nil)
    run.present(true)
    run.askSheet(Do("new").cancellable(id: ID.a))
    #expect(run.log.all.last == "start new")
  }

  @Test func parentCancelsInRowsThatItRemoves() {
    for id in [1, 2] {
      run.ask(row: id, Do("\(id)").cancellable(id: ID.a))
      run.ask(row: id, Do("later \(id)").delayed(by: .seconds(1)).cancellable(id: ID.b))
    }
    run.runtime.dispatch(
      ControlApp.Clear(commands: [
        Cancel(id: ID.a).in(ControlApp.at.rows[2]), Cancel(id: ID.b).in(ControlApp.at.rows[1]),
        Cancel(id: ID.b).in(ControlApp.at.rows[2]),
      ]))
    run.clock.advance(by: .seconds(2))
    #expect(run.log.all == ["start 1", "start 2", "cancel 2"])
  }

  /// Consequences of commands of many children, which have all gone in one step.
  @Test func consequencesInRowsThatAreRemovedAreCancelledInOrder() {
    let rows = Array(1...20)
    run.runtime.dispatch(ControlApp.SetRows(ids: rows))
    for id in rows {
      run.ask(row: id, Do("\(id)").cancellable(id: ID.a, withConsequences: true))
      run.dispatch(Ask(commands: [Do("consequence \(id)")]), as: "\(id)")
    }
    run.runtime.dispatch(
      ControlApp.Clear(commands: rows.map { Cancel(id: ID.a).in(ControlApp.at.rows[$0]) }))
    #expect(
      run.log.all.suffix(40)
        == rows.flatMap { ["cancel \($0)", "cancel consequence \($0)"] }[...])
  }

  @Test func groupsOfTheLastStepCancelInTheChildThatTheyName() {
    run.present(true)
    run.runtime.dispatch(
      Ask(commands: [Do("row").cancellable(id: ID.a)]), to: ControlApp.at.sheet.rows[1])
    run.askSheet(Do("own").cancellable(id: ID.a), Do("other").cancellable(id: ID.b))
    run.dispatch(
      sheet: ControlApp.Leave(commands: [
        Sequential([Do("save"), Cancel(id: ID.b).in(ControlSheet.at.rows[1])]),
        Sequential([Cancel(id: ID.a).in(ControlSheet.at.rows[1])]),
      ]))
    run.finish("save")
    #expect(
      run.log.all == ["start row", "start own", "start other", "start save", "cancel row"])
  }

  @Test func parentCancelsInAnIdentifiedOptionalWhicheverItIs() {
    run.runtime.dispatch(ControlApp.SetTab(id: 7))
    run.runtime.dispatch(
      Ask(commands: [Do("tab").cancellable(id: ID.a)]).to(ControlApp.at.tab[7]))
    run.runtime.dispatch(
      ControlApp.SetTab(id: 8, commands: [Cancel(id: ID.a).in(ControlApp.at.tab)]))
    #expect(run.log.all == ["start tab", "cancel tab"])
  }

  @Test func whatAChildReturnsInItsLastStepGoesOn() {
    run.present(true)
    run.dispatch(
      sheet: ControlApp.Leave(commands: [
        Do("save").cancellable(id: ID.a), Do("given up").cancellable(id: ID.b), Cancel(id: ID.b),
      ]))
    #expect(run.log.all == ["start save", "start given up", "cancel given up"])
    run.present(true)
    run.askSheet(Cancel(id: ID.a))
    #expect(run.log.all.count == 3)
  }

  @Test func placeOfTheIDIsWhereItStands() {
    run.ask(
      Do("of the app").in(ControlApp.at.rows[1]).cancellable(id: ID.a),
      Do("of the row").cancellable(id: ID.a).in(ControlApp.at.rows[1]))
    run.say("word", as: "of the app")
    run.say("word", as: "of the row")
    #expect(run.runtime.model.rows[0].journal.heard == ["word", "word"])
    run.ask(row: 1, Cancel(id: ID.a))
    run.ask(Cancel(id: ID.a))
    #expect(run.log.all.suffix(2) == ["cancel of the row", "cancel of the app"])
  }

  @Test func wrappersWorkInsideAndAroundAMap() {
    let louder = { @Sendable (heard: Heard) -> Heard in
      if case .word(let word) = heard { .word(word + "!") } else { heard }
    }
    run.ask(
      Sequential([Do("1"), Send(Heard.word("sent"))]).cancellable(id: ID.a).map(louder)
        .delayed(by: .seconds(1)))
    run.clock.advance(by: .seconds(1))
    run.say("word", as: "1")
    run.finish("1")
    #expect(run.runtime.model.journal.heard == ["word!", "sent!"])
    run.ask(Do("2").map(louder).cancellable(id: ID.a).onFailure(Heard.word("")).map(louder))
    run.say("word", as: "2")
    run.ask(Cancel(id: ID.a))
    #expect(run.runtime.model.journal.heard == ["word!", "sent!", "word!!"])
    #expect(run.log.all.last == "cancel 2")
  }

  @Test func equalIDsOfTwoTypesDoNotMeet() {
    run.ask(
      Do("ID").cancellable(id: ID.a), Do("OtherID").cancellable(id: OtherID.a),
      Do("Int").cancellable(id: 1), Do("UInt8").cancellable(id: UInt8(1)))
    run.ask(Cancel(id: OtherID.a), Cancel(id: UInt8(1)))
    #expect(run.log.all.suffix(2) == ["cancel OtherID", "cancel UInt8"])
  }

  @Test func idsOfTwoRuntimesDoNotMeet() {
    let other = LoggedRun()
    run.ask(Do("1").queued(id: ID.a, .firstWins))
    other.ask(Do("2").queued(id: ID.a, .firstWins))
    other.ask(Cancel(id: ID.a))
    #expect(run.log.all == ["start 1"])
    #expect(other.log.all == ["start 2", "cancel 2"])
  }
}
