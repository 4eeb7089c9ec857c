// The order is that of an unoptimised build: otherwise functions are inlined.
#if os(Linux) && DEBUG
  import Foundation
  import Katana
  import KatanaRuntime
  import KatanaTesting
  import Runtime
  import Testing

  /// Docs/follow-one-message.md names functions in the order in which a message passes them. The stacks of
  /// a real message are the witness.
  @Suite struct FollowOneMessageTests {
    struct Trip: Model {}
    enum TripMessage: Message { case begun, answered }
    struct Ask: Command, Equatable {}
    struct Show: Command, Equatable {}

    /// Names no message type, so that messages go through the router.
    struct TripUpdater: Updater {
      let stack: Locked<[String]>

      func update(model: inout Trip, message: any Message) -> [any Command] {
        guard case TripMessage.answered = message else { return [Ask()] }
        stack.withLock { $0 = functions() }
        return [Show()]
      }
    }

    @Test(
      .enabled(
        if: ProcessInfo.processInfo.environment["KATANA_LONG_TESTS"] != nil,
        "naming the functions of a stack takes a quarter of a minute; CI runs it"))
    func functionsAreNamedInTheOrderInWhichAMessagePassesThem() throws {
      let (update, interpretation) = (Locked<[String]>([]), Locked<[String]>([]))
      let asked = Locked<Dispatcher?>(nil)
      let runtime = try KatanaRuntime.Runtime(
        Program(model: Trip(), TripUpdater(stack: update)),
        interpreters: [
          .command(Ask.self) { (_: Ask, dispatch: Dispatcher) in asked.withLock { $0 = dispatch } },
          .command(Show.self) { (_: Show, _: Dispatcher) in
            interpretation.withLock { $0 = functions() }
          },
        ], options: RuntimeOptions(issues: IssueHandler { _ in }))
      runtime.start()
      runtime.dispatch(TripMessage.begun)
      // An answer that comes later, while the runtime is idle.
      let answer = try #require(asked.withLock { $0 })
      answer(TripMessage.answered)
      runtime.requestShutdown()

      let named = try namesOfThePage()
      let toStep = [
        "Dispatcher.send", "RuntimeCore.send", "RuntimeCore.post", "RuntimeCore.execute",
        "Loop.step",
      ]
      let toUpdate = update.withLock { $0 }.filter(named.contains)
      #expect(toUpdate == toStep + ["Loop.update", "Router.handle"])
      let toInterpreter = interpretation.withLock { $0 }.filter(named.contains)
      #expect(toInterpreter == toStep + ["Loop.start", "Loop.perform"])
      for way in [toUpdate, toInterpreter] {
        #expect(named.filter(way.contains) == way, "the page has another order")
      }
    }

    /// The functions that the page names, in the order of their first mention.
    private func namesOfThePage() throws -> [String] {
      var names: [String] = []
      for match in try guide("follow-one-message").matches(of: /`([A-Z][A-Za-z]+\.[a-z][A-Za-z]+)`/)
      {
        let name = String(match.output.1)
        if !names.contains(name) { names.append(name) }
      }
      return names
    }
  }

  /// The functions on the stack, such as `Loop.step`, the outermost first, each once.
  private func functions() -> [String] {
    guard let stack = try? Backtrace.capture().symbolicated() else { return [] }
    var names: [String] = []
    for frame in stack.frames.reversed() {
      guard let symbol = frame.symbol?.name,
        let match = symbol.prefixMatch(of: /([A-Z][A-Za-z]+\.[a-z][A-Za-z]+)[(<]/)
      else { continue }
      let name = String(match.output.1)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
#endif
