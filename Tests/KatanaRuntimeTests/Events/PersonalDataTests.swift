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

/// Values that are not equal to themselves, and objects in models.
@Suite struct StrangeValueTests {
  private struct Heat: Model, Equatable {
    var count = 0
  }
  private struct Bump: Message {}
  private struct Watch: Subscription {
    var limit: Double
    var id: Double { limit }
  }

  @Test func aSubscriptionWhoseIDIsNotANumberGoesOn() throws {
    let app = AppTest(
      Program(
        model: Heat(),
        CombinedUpdater<Heat>([
          .full(
            TypedFunctionUpdater { (model: inout Heat, _: Bump) in
              model.count += 1
              return []
            }),
          .full(FunctionSubscriptionProvider<Heat> { _ in [Watch(limit: .nan)] }),
        ])))
    app.start(exhaustive: [.model, .commands])
    #expect(app.running.count == 1)
    for _ in 1...3 { app.send(Bump()) { $0.count += 1 } }
    #expect(app.running.count == 1)
    app.finish()
  }

  @Test func aCommandWhoseIDIsNotANumberIsCancelled() {
    let run = LoggedRun()
    run.ask(Do("1").cancellable(id: Double.nan))
    run.ask(Cancel(id: Double.nan))
    #expect(run.log.all == ["start 1", "cancel 1"])
  }

  @Test func valuesOfFoundationAreNoObjects() throws {
    struct Place: Model {
      var server = URL(filePath: "/somewhere")
      var date = Date(timeIntervalSince1970: 0)
    }
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(model: Place(), TypedFunctionUpdater { (_: inout Place, _: Bump) in [] }),
      interpreters: [], options: RuntimeOptions(checksPurity: true, issues: issues.handler))
    runtime.start()
    runtime.dispatch(Bump())
    #expect(issues.issues == [])
    runtime.requestShutdown()
  }

  private final class Cart: @unchecked Sendable { var count = 0 }
  private struct Shop: Model { var cart = Cart() }

  @Test func anObjectInTheModelIsReportedAndNotChangedSeveralTimes() throws {
    let issues = IssueRecorder()
    let shop = Shop()
    let runtime = try Runtime(
      Program(
        model: shop,
        TypedFunctionUpdater { (model: inout Shop, _: Bump) in
          model.cart.count += 1
          return []
        }), interpreters: [],
      options: RuntimeOptions(checksPurity: true, issues: issues.handler))
    runtime.start()
    runtime.dispatch(Bump())
    runtime.dispatch(Bump())
    #expect(shop.cart.count == 2)
    #expect(
      issues.issues.map(\.text) == [
        """
        Updates are not checked for purity, although `checksPurity` is set.
          Object: Cart
        The model holds an object. An update that changes it would be applied several times.
        To fix this, use values only in the model, or turn `checksPurity` off.
        """
      ])
    runtime.requestShutdown()
  }
}

/// Issues as values, and where they go.
@Suite struct IssueTests {
  @Test func issuesAreEqualByTheirKindAndText() {
    func issues(of commands: any Command...) -> [RuntimeIssue] {
      struct Ask: Message { var commands: [any Command] }
      let recorder = IssueRecorder()
      let runtime = try? Runtime(
        Program(
          model: Notes(),
          TypedFunctionUpdater { (_: inout Notes, message: Ask) in message.commands }),
        interpreters: [],
        options: RuntimeOptions(issues: recorder.handler))
      runtime?.start()
      runtime?.dispatch(Ask(commands: commands), file: "App/View.swift", line: 3)
      runtime?.requestShutdown()
      return recorder.issues
    }
    struct Other: Command {}
    let (first, again, other) = (issues(of: Do("1")), issues(of: Do("2")), issues(of: Other()))
    #expect(first.count == 1)
    #expect(first == again)
    #expect(first != other)
  }

  /// Of a command that no update has returned, nothing is known to be the cause.
  @Test func aMessageOfACommandAloneHasNoCause() throws {
    struct Ask: Command {}
    let recorder = IssueRecorder()
    let runtime = try Runtime(
      Program(
        model: Notes(), TypedFunctionUpdater { (_: inout Notes, _: Note) in [] }),
      interpreters: [.command(Ask.self) { _, dispatch in dispatch(Stopped()) }],
      options: RuntimeOptions(issues: recorder.handler))
    runtime.start()
    runtime.perform(Ask()) {}
    #expect(recorder.kinds == [.messageNotTaken])
    #expect(recorder.issues.first?.text.contains("Cause:") == false)
    runtime.requestShutdown()
  }

  @Test func theDefaultWritesWholeLinesToStandardError() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let runtime = try Runtime(
          Program(
            model: Notes(),
            TypedFunctionUpdater { (_: inout Notes, _: Stopped) in [] }), interpreters: [])
        runtime.start()
        runtime.requestShutdown()
        runtime.dispatch(Stopped(), file: "App/View.swift", line: 3)
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text == """
        katana: The message Stopped was dispatched after the runtime's shutdown.
            Dispatched at: App/View.swift:3
          The message is dropped and counted; nothing else happens.
          To fix this, dispatch before `shutdown()`, or make sure that the code that dispatches does \
        not outlive the runtime.

        """)
  }
}

private struct Stopped: Message {}
