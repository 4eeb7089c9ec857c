import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Messages to a row, which an idle runtime delivers in place.
@Suite struct RowMessageTests {
  struct Broken: Error {}
  struct Load: Command {
    var reply = Reply { RowMessage.loaded }
  }
  struct Fail: Command {}
  enum RowMessage: Message, Equatable { case tapped, loaded }
  struct Unknown: Message {}
  struct Remove: Message { var id: Int }

  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var taps = 0
    var loads = 0
  }
  struct App: Model, Equatable { var rows = [Row(id: 0), Row(id: 1), Row(id: 2)] }

  struct RowUpdater: TypedUpdater {
    func update(model: inout Row, message: RowMessage) -> [any Command] {
      switch message {
      case .tapped:
        model.taps += 1
        return [model.id == 2 ? Fail() : Load()]
      case .loaded:
        model.loads += 1
        return []
      }
    }
  }

  static let updater = CombinedUpdater<App>([
    .each(\.rows, RowUpdater()),
    .full(
      TypedFunctionUpdater { (model: inout App, message: Remove) in
        model.rows.removeAll { $0.id == message.id }
        return []
      }),
  ])

  /// A runtime whose rows load at once, except row 2, whose command fails.
  static func runtime(issues: IssueHandler = .standardError) throws -> Runtime<App> {
    let runtime = try Runtime(
      Program(model: App(), updater),
      interpreters: [
        .command(Load.self) { (command, dispatch) -> Void in dispatch(command.reply()) },
        .command(Fail.self) { _, _ async throws in throw Broken() },
      ], options: RuntimeOptions(issues: issues))
    runtime.start()
    return runtime
  }

  @Test func aMessageReachesItsRowAndTheReplyToo() throws {
    let runtime = try Self.runtime()
    runtime.dispatch(.tapped, to: App.at.rows[1])
    runtime.dispatcher(RowMessage.tapped.to(App.at.rows[1]))
    #expect(runtime.model.rows[1] == Row(id: 1, taps: 2, loads: 2))
    #expect(runtime.statistics.handled == 4)
  }

  @Test func aMessageToARowThatIsGoneIsCountedAndHasNoNumberTwice() throws {
    let runtime = try Self.runtime()
    runtime.dispatch(Remove(id: 1))
    runtime.dispatch(.tapped, to: App.at.rows[1])
    #expect(runtime.statistics.gone == 1)
    #expect(runtime.statistics.handled == 1)
    #expect(runtime.loop.lastNumber == 2)
    #expect(runtime.model.rows.map(\.taps) == [0, 0])
  }

  @Test func aMessageThatARowDoesNotTakeIsReportedWithItsPlace() throws {
    let issues = Locked<[RuntimeIssue]>([])
    let runtime = try Self.runtime(
      issues: IssueHandler { issue in issues.withLock { $0.append(issue) } })
    runtime.dispatch(ScopedMessage(Unknown(), in: RowMessage.tapped.to(App.at.rows[1]).address))
    let texts = issues.withLock { $0.map(\.description) }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("RowMessageTests.swift") == true)
  }

  @Test func anObserverGetsTheModelBeforeAndAfterAMessageToARow() throws {
    let runtime = try Self.runtime()
    let seen = Locked<[[Int]]>([])
    let observation = runtime.observe { (old: App, new: App) in
      seen.withLock { $0.append([old.rows[0].taps, old.rows[0].loads, new.rows[0].taps]) }
    }
    runtime.dispatch(.tapped, to: App.at.rows[0])
    observation.cancel()
    #expect(seen.withLock { $0 } == [[0, 0, 1], [1, 0, 1]])
  }

  @Test func settleWaitsForTheCommandsOfARowAndSaysWhichFailed() async throws {
    let runtime = try Self.runtime()
    #expect(try await runtime.settle(.tapped, to: App.at.rows[0]).isSuccess)
    let outcome = try await runtime.settle(.tapped, to: App.at.rows[2])
    #expect(outcome.failures.map(\.command.description) == ["Fail"])
    runtime.dispatch(Remove(id: 0))
    #expect(try await !runtime.settle(.tapped, to: App.at.rows[0]).wasHandled)
  }
}
