import Foundation
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Texts for logs hold names; ids and what errors say are in fields.
@Suite struct PersonalDataTests {
  private struct Row: Model, Equatable, Identifiable {
    typealias Receives = RowMessage
    let id: String
    var value = 0
  }
  private enum RowMessage: Message { case touched, failing }
  private struct App: Model, Equatable {
    var rows = [Row(id: "ada@example.org")]
    var names: [String: Int] = ["ada@example.org": 0]
  }
  private struct Offline: Error { var server = "ada@example.org" }
  private enum LoginError: Error { case refused(user: String) }
  private struct Fail: Command { var isEnum = false }

  private struct Failing: AsyncCommandInterpreter {
    func interpret(_ command: Fail, dispatch: Dispatcher) async throws {
      if command.isEnum { throw LoginError.refused(user: "ada@example.org") }
      throw Offline()
    }
  }

  private struct RowUpdater: TypedUpdater {
    let random: Locked<Int>
    func update(model: inout Row, message: RowMessage) -> [any Command] {
      switch message {
      case .touched:
        model.value = random.withLock { number in
          number += 1
          return number
        }
        return []
      case .failing: return [Fail(), Fail(isEnum: true)]
      }
    }
  }

  private func makeRuntime(
    _ issues: IssueRecorder, _ log: Log, checksPurity: Bool = false, model: App = App()
  ) throws -> Runtime<App> {
    try Runtime(
      Program(
        model: model, CombinedUpdater<App>([.each(\.rows, RowUpdater(random: Locked(0)))])),
      interpreters: [
        .command(Failing())
      ],
      options: RuntimeOptions(
        eventHandlers: [.log { log($0) }], checksPurity: checksPurity, issues: issues.handler))
  }

  @Test func logLinesHoldNoIDs() throws {
    let log = Log()
    let runtime = try makeRuntime(IssueRecorder(), log)
    runtime.start()
    runtime.dispatch(.touched, to: App.at.rows["ada@example.org"])
    #expect(log.all.count == 1)
    #expect(log.all[0].hasPrefix("1 RowMessage.touched in App.at.rows[…] ← outside ("))
    runtime.requestShutdown()
  }

  @Test func errorsAreNamedByTheirTypeAndCase() async throws {
    let issues = IssueRecorder()
    let runtime = try makeRuntime(issues, Log())
    runtime.start()
    _ = try await runtime.settle(.failing, to: App.at.rows["ada@example.org"])
    let found = issues.issues.filter { $0.kind == .interpreterThrew }
    #expect(found.count == 2)
    for issue in found { #expect(!issue.text.contains("ada"), "\(issue.text)") }
    #expect(found.contains { $0.text.contains("Error: Offline\n") && $0.error is Offline })
    #expect(found.contains { $0.text.contains("Error: LoginError.refused\n") })
    #expect(found.contains { $0.details["Error"]?.contains("ada@example.org") == true })
    runtime.requestShutdown()
  }

  @Test func thePathOfAnImpureUpdateHoldsNoIDs() throws {
    let issues = IssueRecorder()
    let runtime = try makeRuntime(issues, Log(), checksPurity: true)
    runtime.start()
    runtime.dispatch(.touched, to: App.at.rows["ada@example.org"])
    #expect(issues.issues.map(\.kind) == [.impureUpdate])
    #expect(issues.issues.first?.text.contains("Difference: .rows[…].value") == true)
    #expect(issues.issues.first?.details["Difference"]?.contains("ada@example.org") == true)
    runtime.requestShutdown()
  }

  @Test(arguments: ["x]ada@example.org", "[ada@example.org", "x].rows[ada@example.org"])
  func aBracketInAnIDDoesNotShowTheID(id: String) throws {
    let issues = IssueRecorder()
    let model = App(rows: [Row(id: id)])
    let runtime = try makeRuntime(issues, Log(), checksPurity: true, model: model)
    runtime.start()
    runtime.dispatch(.touched, to: App.at.rows[id])
    let issue = try #require(issues.issues.first)
    #expect(issue.kind == .impureUpdate)
    #expect(issue.text.contains("Difference: .rows[…].value\n"), "\(issue.text)")
    #expect(!issue.text.contains("ada@example.org"), "\(issue.text)")
    #expect(issue.details["Difference"]?.contains(id) == true)
    runtime.requestShutdown()
  }

  @Test func queuesAreNamedByTheCaseOrTheTypeOfTheirID() async {
    enum ID: Hashable { case save(String) }
    let run = LoggedRun()
    let id = ID.save("ada@example.org")
    run.ask(Do("1").queued(id: id, .atMost(1)), Do("2").queued(id: id, .atMost(1)))
    run.ask(
      Do("3").queued(id: "ada@example.org", .atMost(1)),
      Do("4").queued(id: "ada@example.org", .atMost(1)))
    #expect(
      await run.runtime.waiting.map(\.description) == [
        "Do waits for its turn in .save behind Do", "Do waits for its turn in String behind Do",
      ])
  }
}
