import KatanaRuntime

/// W5: a message returns a command, whose interpreter dispatches a message.
enum RoundTrip {
  static var rows: [Row] {
    [
      Row(
        name: "W5.floor", title: "the same with one atomic gate and a table of interpreters alone"
      ) {
        let app = BareRoundTrip()
        return .direct { times in for _ in 0..<times { app.dispatch(Ask()) } }
      },
      row("sync", "message → command → interpreter → message", history: { nil }),
      row("history", "the same, with a history of causes", history: { History() }),
      Row(name: "W5.reply", title: "message → command with a reply → interpreter → its answer") {
        let runtime = try Runtime(
          Program(
            model: Counter(),
            CombinedUpdater<Counter>([.full(AskReplyUpdater()), .full(AddUpdater())])),
          interpreters: [
            .command(GoAndReply.self) { (command: GoAndReply, dispatch: Dispatcher) in
              dispatch.answer(command.reply, with: 1)
            }
          ])
        runtime.start()
        return .direct { times in for _ in 0..<times { runtime.dispatch(AskReply()) } }
      },
    ]
  }

  private static func row(
    _ variant: String, _ title: String, history: @escaping () -> History?
  ) -> Row {
    Row(
      name: "W5.\(variant)", title: title,
      goals: [.times("F1", atMost: 8), .times("W5.floor", atMost: 2), .mallocs(atMost: 2)]
    ) {
      let runtime = try Runtime(
        Program(model: Counter(), askUpdater), interpreters: [.command(GoInterpreter())],
        options: RuntimeOptions(history: history()))
      runtime.start()
      return .direct { times in for _ in 0..<times { runtime.dispatch(Ask()) } }
    }
  }

  static let askUpdater = CombinedUpdater<Counter>([.full(AskUpdater()), .full(AddUpdater())])
}

struct Ask: Message {}
struct Go: Command {}

struct AskUpdater: TypedUpdater {
  func update(model: inout Counter, message: Ask) -> [any Command] { [Go()] }
}

private struct AskReply: Message {}
private struct GoAndReply: Command, Equatable { var reply: Reply<Int> }

private struct AskReplyUpdater: TypedUpdater {
  func update(model: inout Counter, message: AskReply) -> [any Command] {
    [GoAndReply(reply: Reply { Add(amount: $0) })]
  }
}

private struct GoInterpreter: CommandInterpreter {
  func interpret(_ command: Go, dispatch: Dispatcher) { dispatch(Add(amount: 1)) }
}
