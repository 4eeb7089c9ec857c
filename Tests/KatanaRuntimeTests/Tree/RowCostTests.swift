import Katana
import KatanaTesting
import Synchronization
import Testing

@testable import KatanaRuntime

/// What is looked at in the rows of a large app. Counted, since counts are the same in each run.
@Suite struct RowCostTests {
  struct Row: Model, Identifiable {
    typealias Receives = RowMessage
    let number: Int
    let reads: Reads
    var id: Int {
      reads.count()
      return number
    }
  }
  enum RowMessage: Message { case hold, touch }
  struct App: Model {
    var rows: [Row]
    var counter = Counter()
  }
  enum AppMessage: Message { case remove(Int) }
  struct Increase: Message {}
  struct Hold: Command {}
  struct Listen: Subscription { var number: Int }

  final class Reads: Sendable {
    private let number = Atomic(0)
    func count() { number.add(1, ordering: .relaxed) }

    /// How often `body` has read.
    func during(_ body: () -> Void) -> Int {
      let before = number.load(ordering: .relaxed)
      body()
      return number.load(ordering: .relaxed) - before
    }
  }

  struct Counter: Model { var value = 0 }

  private func makeRuntime(
    rows: Int, reads: Reads, asked: Reads = Reads(), _ held: Locked<[Dispatcher]> = Locked([])
  ) throws -> Runtime<App> {
    let program = Program(
      model: App(rows: (0..<rows).map { Row(number: $0, reads: reads) }),
      CombinedUpdater<App>([
        .full(
          TypedFunctionUpdater { (model: inout App, message: AppMessage) in
            if case .remove(let index) = message { model.rows.remove(at: index) }
            return []
          }),
        .slice(
          \.counter,
          TypedFunctionUpdater { (model: inout Counter, message: Increase) in
            model.value += 1
            return []
          }),
        .each(
          \.rows,
          CombinedUpdater<Row>([
            .full(
              TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
                if case .hold = message { [Hold()] } else { [] }
              }),
            .full(
              FunctionSubscriptionProvider<Row> { row in
                asked.count()
                return [Listen(number: row.number)]
              }),
          ])),
      ]))
    let runtime = try Runtime(
      program,
      interpreters: [
        .command(Hold.self) { _, dispatch in held.withLock { $0.append(dispatch) } },
        .subscription { (_: Listen, _) in IdleInterpreter<Listen>() },
      ], options: RuntimeOptions(issues: IssueRecorder().handler))
    runtime.start()
    return runtime
  }

  @Test func aMessageBesideRowsWithCommandsLooksAtNone() throws {
    let (reads, held) = (Reads(), Locked<[Dispatcher]>([]))
    let runtime = try makeRuntime(rows: 1_000, reads: reads, held)
    for row in 0..<100 { runtime.dispatch(RowMessage.hold, to: App.at.rows[row]) }
    #expect(reads.during { runtime.dispatch(Increase()) } == 0)
    #expect(runtime.model.counter.value == 1)
    held.withLock { $0 = [] }
    runtime.requestShutdown()
  }

  @Test func aMessageThatRemovesARowTakesOnePass() throws {
    let (reads, held) = (Reads(), Locked<[Dispatcher]>([]))
    let runtime = try makeRuntime(rows: 1_000, reads: reads, held)
    for row in 0..<1_000 { runtime.dispatch(RowMessage.hold, to: App.at.rows[row]) }
    let asking = 2 * 1_000
    let count = reads.during { runtime.dispatch(AppMessage.remove(0)) }
    #expect(count < asking + 2 * 1_000, "\(count) reads of ids")
    #expect(runtime.model.rows.count == 999)
    held.withLock { $0 = [] }
    runtime.requestShutdown()
  }

  @Test func aMessageToARowAsksThatRowForItsSubscriptions() throws {
    let (reads, asked) = (Reads(), Reads())
    let runtime = try makeRuntime(rows: 1_000, reads: reads, asked: asked)
    runtime.dispatch(RowMessage.touch, to: App.at.rows[500])
    #expect(asked.during { runtime.dispatch(RowMessage.touch, to: App.at.rows[500]) } == 1)
    #expect(asked.during { runtime.dispatch(AppMessage.remove(0)) } == 999)
    runtime.requestShutdown()
  }

  @Test func theRowOfTheLastMessageIsFoundAtOnce() throws {
    let reads = Reads()
    let runtime = try makeRuntime(rows: 1_000, reads: reads)
    runtime.dispatch(RowMessage.touch, to: App.at.rows[900])
    let again = reads.during { runtime.dispatch(RowMessage.touch, to: App.at.rows[900]) }
    #expect(again < 10, "\(again) reads of ids")
    let other = reads.during { runtime.dispatch(RowMessage.touch, to: App.at.rows[901]) }
    #expect(other < 1_000, "\(other) reads of ids: one scan")
    runtime.requestShutdown()
  }

  @Test func theReportOfARuntimeThatNobodyKeepsNamesFive() throws {
    let recorder = IssueRecorder()
    do {
      let runtime = try Runtime(
        Program(
          model: Notes(wanted: (0..<100).map { Source(name: "\($0)") }),
          CombinedUpdater([.full(NotesUpdater()), .full(notesSubscriptions)])),
        interpreters: [.subscription { (_: Source, _) in IdleInterpreter<Source>() }],
        options: RuntimeOptions(issues: recorder.handler))
      runtime.start()
    }
    let text = try #require(recorder.issues.first).text
    #expect(
      text.contains("Active subscriptions: Source, Source, Source, Source, Source and 95 more"))
  }
}
