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
      replyRow("reply", "message → command with a reply → interpreter → its answer", AskReply()),
      replyRow("result", "the same, its answer is a Result", AskResult()),
    ]
  }

  private static func replyRow(_ variant: String, _ title: String, _ message: some Message) -> Row {
    Row(name: "W5.\(variant)", title: title) {
      let runtime = try Runtime(
        Program(
          model: Counter(),
          CombinedUpdater<Counter>([
            .full(AskReplyUpdater()), .full(AskResultUpdater()), .full(AddUpdater()),
          ])),
        interpreters: [
          .command(GoAndReply.self) { (command: GoAndReply, dispatch: Dispatcher) in
            dispatch.answer(command.reply, with: 1)
          },
          .command(GoForResult.self) { (command: GoForResult, dispatch: Dispatcher) in
            dispatch.answer(command.reply, with: .success(1))
          },
        ])
      runtime.start()
      return .direct { times in for _ in 0..<times { runtime.dispatch(message) } }
    }
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

private struct AskResult: Message {}
private struct GoForResult: Command, Equatable { var reply: Reply<Result<Int, Refusal>> }
private enum Refusal: Error { case refused }

private struct AskResultUpdater: TypedUpdater {
  func update(model: inout Counter, message: AskResult) -> [any Command] {
    [GoForResult(reply: Reply { Add(amount: (try? $0.get()) ?? 0) })]
  }
}

private struct GoInterpreter: CommandInterpreter {
  func interpret(_ command: Go, dispatch: Dispatcher) { dispatch(Add(amount: 1)) }
}
