import Foundation
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct InterceptorTests {
  @Test func theySeeEachMessageBeforeAndAfterInOrder() throws {
    let log = Log()
    func tracing(_ name: String) -> Interceptor<Notes> {
      Interceptor(
        started: { _ in log("\(name) started") },
        before: { envelope, model in
          log("\(name) before \(envelope.number), \(model.entries.count)")
          return .handle
        },
        after: { envelope, model, commands in
          log(
            "\(name) after \(envelope.number), \(model.entries.count), \(commands.count) commands")
        }, stopped: { log("\(name) stopped") })
    }
    let runtime = try makeRuntime(
      [.command(Doing { _, _ in log("command") })], interceptors: [tracing("a"), tracing("b")])
    runtime.start()
    runtime.dispatch(Note.doing("", [Do("x")]))
    runtime.requestShutdown()
    #expect(
      log.all == [
        "a started", "b started", "a before 1, 0", "b before 1, 0", "command",
        "a after 1, 1, 1 commands", "b after 1, 1, 1 commands", "a stopped", "b stopped",
      ])
  }

  @Test func theyMayDropReplaceOrDefer() throws {
    let interceptor = Interceptor<Notes>(before: { envelope, model in
      switch envelope.message as? Note {
      case .add("drop"): .drop
      case .add("replace"): .replace(Note.add("replaced"))
      case .add("defer") where !model.entries.contains("last"): .defer
      default: .handle
      }
    })
    let runtime = try makeRuntime(
      [
        .command(
          Doing { _, dispatch in
            for text in ["defer", "drop", "replace", "last"] { dispatch(Note.add(text)) }
          })
      ], interceptors: [interceptor])
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("x")]))
    #expect(runtime.model.entries == ["go", "replaced", "last", "defer"])
    #expect(runtime.statistics.intercepted == 1)
  }

  @Test func aDeferredMessageOfABufferedSubscriptionIsNotLost() throws {
    let board = SourceBoard()
    let deferred = Locked(false)
    let deferring = Interceptor<Notes>(before: { envelope, _ in
      guard case .subscription = envelope.origin else { return .handle }
      return deferred.withLock { wasDeferred -> Interception in
        defer { wasDeferred = true }
        return wasDeferred ? .handle : .defer
      }
    })
    let runtime = try makeRuntime([board.interpreter], interceptors: [deferring])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x", buffering: .latest)]))
    board.send("tick", from: "x")
    #expect(runtime.model.entries == ["tick"])
    runtime.requestShutdown()
  }

  @Test func aDeferredMessageKeepsItsCause() throws {
    let causes = Locked<[UInt64?]>([])
    let interceptor = Interceptor<Notes>(before: { envelope, model in
      guard envelope.message as? Note == .add("result") else { return .handle }
      causes.withLock { $0.append(envelope.cause) }
      return causes.withLock { $0.count } == 1 ? .defer : .handle
    })
    let runtime = try makeRuntime(
      [.command(Doing { _, dispatch in dispatch(Note.add("result")) })],
      interceptors: [interceptor])
    runtime.start()
    runtime.dispatch(Note.add("first"))
    runtime.dispatch(Note.doing("go", [Do("x")]))
    #expect(causes.withLock { $0 } == [2, 2])
  }

  @Test func theObserverDispatchesOnStartOnChangesAfterMessagesAndOnNotifications() throws {
    let center = NotificationCenter()
    let name = Notification.Name("saved")
    let runtime = try makeRuntime(interceptors: [
      .observe([
        .onStart(Note.add("started")),
        .whenModelChanges { old, new in
          old.wanted == new.wanted ? [] : [Note.add("wanted \(new.wanted.count)")]
        },
        .after(Note.self) { $0 == .add("ping") ? [Note.add("pong")] : [] },
        .onNotification(name, from: center) {
          [Note.add("\($0.userInfo?["file"] ?? "")"), Note.add("notified")]
        },
      ])
    ])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x")]))
    runtime.dispatch(Note.add("ping"))
    center.post(name: name, object: nil, userInfo: ["file": "a.txt"])
    #expect(
      runtime.model.entries == ["started", "wanted 1", "ping", "pong", "a.txt", "notified"])
    runtime.requestShutdown()
    center.post(name: name, object: nil)
    #expect(runtime.statistics.lost == 0, "nothing listens any more")
  }

  @Test func notificationsOfInitialCommandsAreHeard() throws {
    let center = NotificationCenter()
    let name = Notification.Name("loaded")
    let runtime = try makeRuntime(
      commands: [Do("load")],
      [.command(Doing { _, _ in center.post(name: name, object: nil) })],
      interceptors: [.observe([.onNotification(name, from: center, Note.add("loaded"))])])
    runtime.start()
    #expect(runtime.model.entries == ["loaded"])
    runtime.requestShutdown()
  }

  /// A `static let`, as apps and parallel tests share one.
  static let shared = Interceptor<Notes>.observe([
    .whenModelChanges { $0.entries.count == 1 && $1.entries.count == 2 ? [Note.add("second")] : [] }
  ])

  @Test func anInterceptorOfTwoRuntimesKeepsThemApart() throws {
    let first = try makeRuntime(interceptors: [Self.shared])
    let second = try makeRuntime(interceptors: [Self.shared])
    first.start()
    second.start()
    first.dispatch(Note.add("a"))
    second.dispatch(Note.add("b"))
    first.dispatch(Note.add("c"))
    #expect(first.model.entries == ["a", "c", "second"])
    #expect(second.model.entries == ["b"])
    second.requestShutdown()
    first.requestShutdown()
  }

  @Test func anInterceptorOfRuntimesOnSeveralThreadsKeepsThemApart() async throws {
    await withTaskGroup(of: [String]?.self) { group in
      for thread in 0..<4 {
        group.addTask {
          guard let runtime = try? makeRuntime(interceptors: [Self.shared]) else { return nil }
          runtime.start()
          for entry in 0..<500 { runtime.dispatch(Note.add("\(thread) \(entry)")) }
          runtime.requestShutdown()
          return Array(runtime.model.entries.prefix(4))
        }
      }
      for await entries in group {
        let thread = entries?.first?.first ?? "?"
        #expect(entries == ["\(thread) 0", "\(thread) 1", "second", "\(thread) 2"])
      }
    }
  }

  @Test func anInterceptorThatIsMadeForEachRuntimeMaySend() throws {
    let interceptor = Interceptor<Notes>.forEachRuntime { dispatch in
      Interceptor(before: { envelope, _ in
        if envelope.message as? Note == .add("ping") { dispatch(Note.add("pong")) }
        return .handle
      })
    }
    let runtime = try makeRuntime(interceptors: [interceptor])
    runtime.start()
    runtime.dispatch(Note.add("ping"))
    #expect(runtime.model.entries == ["ping", "pong"])
    runtime.requestShutdown()
  }

  @Test func interceptorsOfARuntimeThatCouldNotBeCreatedAreNotStopped() {
    let log = Log()
    #expect(throws: WiringError.self) {
      _ = try Runtime(
        Program(model: Notes(), NotesUpdater(effects: [Do.self])),
        options: RuntimeOptions(interceptors: [Interceptor(stopped: { log("stopped") })]))
    }
    #expect(log.all == [])
  }

  @Test func anEnvelopeThatIsKeptKeepsNothingRunning() async throws {
    let kept = Locked<[Envelope]>([])
    let issues = IssueRecorder()
    let runtime = try makeRuntime(
      [.command(Doing { _, dispatch in dispatch(Note.add("done")) })],
      interceptors: [
        Interceptor(
          before: { envelope, _ in
            kept.withLock { $0.append(envelope) }
            return .handle
          }, after: { envelope, _, _ in kept.withLock { $0.append(envelope) } })
      ], issues: issues)
    runtime.start()
    try await runtime.settle(Note.doing("go", [Do("x")]))
    await runtime.shutdown()
    #expect(issues.issues.map(\.text) == [])
    #expect(kept.withLock { $0.map(\.command?.description) } == [nil, nil, "Do", "Do"])
  }

  @Test func aReplacementForAChildThatIsGoneIsCountedAsGone() throws {
    let replacing = Interceptor<TreeTest.App>(before: { envelope, _ in
      envelope.message as? TreeTest.PartMessage == .tapped
        ? .replace(TreeTest.PartMessage.tapped.to(TreeTest.App.at.rows[7])) : .handle
    })
    let test = try TreeTest.start(
      CombinedUpdater<TreeTest.App>([.each(\.rows, TreeTest.row), .full(TreeTest.tapped)]),
      interceptors: [replacing])
    test.runtime.dispatch(TreeTest.PartMessage.tapped)
    #expect(test.runtime.statistics.gone == 1)
    #expect(test.runtime.statistics.handled == 0)
    #expect(test.issues.kinds == [])
    test.runtime.requestShutdown()
  }
}
