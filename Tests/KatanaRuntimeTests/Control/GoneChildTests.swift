import KatanaRuntime
import KatanaTesting
import Testing

/// What the commands of a child that is gone may still reach: nothing that was inside of what is
/// gone, even if another child has its address now, and everything else.
@Suite struct GoneChildTests {
  enum ID: Hashable { case a }
  let run = LoggedRun()

  /// The row returns commands that go on after it has gone; they come in a step of their own.
  private func goes(row id: Int, thenStarts commands: any Command...) {
    run.ask(row: id, Sequential([Do("first")] + commands))
    run.runtime.dispatch(ControlApp.Remove(row: id))
    run.finish("first")
  }

  private func replaceSheet() {
    run.present(false)
    run.present(true)
  }

  @Test func aCommandInAnotherRowBelongsToThatRow() {
    goes(row: 1, thenStarts: Do("second").cancellable(id: ID.a).in(ControlApp.at.rows[2]))
    run.say("word", as: "second")
    #expect(run.runtime.model.rows.map(\.journal.heard) == [["word"]])
    #expect(run.runtime.statistics.gone == 0)
    run.ask(row: 2, Cancel(id: ID.a))
    #expect(run.log.all.last == "cancel second")
  }

  @Test func aCommandOfTheAppIsHeard() {
    goes(row: 1, thenStarts: Send(Heard.word("word")).in(ControlApp.at.rows[2]))
    #expect(run.runtime.model.rows.map(\.journal.heard) == [["word"]])
  }

  @Test func cancelOfAnOldSheetSparesTheNextSheet() {
    run.present(true)
    run.askSheet(Sequential([Do("first"), Cancel(id: ID.a)]))
    replaceSheet()
    run.askSheet(Do("new").cancellable(id: ID.a))
    run.finish("first")
    #expect(run.log.all == ["start first", "start new"])
  }

  @Test func theRowsOfTheNextSheetAreOthers() {
    run.present(true)
    run.askSheet(Sequential([Do("first"), Cancel(id: ID.a).in(ControlSheet.at.rows[1])]))
    replaceSheet()
    run.runtime.dispatch(
      Ask(commands: [Do("new").cancellable(id: ID.a)]), to: ControlApp.at.sheet.rows[1])
    run.finish("first")
    #expect(run.log.all == ["start first", "start new"])
  }

  /// The row was removed with its sheet, so the next sheet is not the row's.
  @Test(arguments: [true, false])
  func theRowOfASheetDoesNotReachTheNextSheet(ofItsOwn: Bool) {
    run.present(true)
    let send = Send(Heard.word("word"))
    let last = ofItsOwn ? send.in(ControlApp.at.sheet.rows[1]) : send.in(ControlApp.at.sheet)
    run.runtime.dispatch(
      Ask(commands: [Sequential([Do("first"), last])]), to: ControlApp.at.sheet.rows[1])
    replaceSheet()
    run.finish("first")
    #expect(run.runtime.model.sheet?.journal.heard == [])
    #expect(run.runtime.model.sheet?.rows.map(\.journal.heard) == [[]])
    #expect(run.runtime.statistics.gone == 1)
  }

  /// The sheet's last command names a row that had no command before.
  @Test func aRowThatHadNoCommandIsGoneWithItsSheet() {
    run.present(true)
    run.dispatch(
      sheet: ControlApp.Leave(commands: [
        Do("row").in(ControlSheet.at.rows[1]),
        Sequential([Do("first"), Cancel(id: ID.a).in(ControlApp.at.sheet)])
          .in(ControlSheet.at.rows[1]),
      ]))
    run.present(true)
    run.askSheet(Do("new").cancellable(id: ID.a))
    run.dispatch(Ask(commands: [Do("sheet")]).to(ControlApp.at.sheet), as: "row")
    run.finish("first")
    #expect(run.log.all == ["start row", "start first", "start new"])
    #expect(run.runtime.statistics.gone == 1)
  }

  /// The command of the row sends messages with addresses.
  @Test func noMessageOfTheRowOfASheetReachesTheNextSheet() {
    run.present(true)
    run.runtime.dispatch(
      Ask(commands: [Do("row")]), to: ControlApp.at.sheet.rows[1])
    replaceSheet()
    run.dispatch(Ask(commands: [Do("sheet")]).to(ControlApp.at.sheet), as: "row")
    run.dispatch(Ask(commands: [Do("elsewhere")]).to(ControlApp.at.rows[1]), as: "row")
    #expect(run.log.all == ["start row", "start elsewhere"])
  }

  /// The address has no `id`, so it means the tab that was there when the command was returned.
  @Test func aMapKeepsTheTabOfTheCommand() {
    run.runtime.dispatch(ControlApp.SetTab(id: 7))
    let last = Do("second").cancellable(id: ID.a).map { (heard: Heard) in heard }
    run.ask(Sequential([Do("first"), last]).in(ControlApp.at.tab))
    run.runtime.dispatch(ControlApp.SetTab(id: 8))
    run.finish("first")
    run.say("word", as: "second")
    #expect(run.runtime.model.tab?.journal.heard == [])
    run.ask(Cancel(id: ID.a).in(ControlApp.at.tab))
    #expect(run.log.all.last == "start second")
  }
}
