import KatanaRuntime
import Synchronization

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
      Row(
        name: "W5.sync", title: "message → command → interpreter → message", floor: "W5.floor"
      ) {
        let runtime = try started(
          Counter(), CombinedUpdater<Counter>([.full(AskUpdater()), .full(AddUpdater())]),
          [.command(GoInterpreter())])
        return .direct { times in for _ in 0..<times { runtime.dispatch(Ask()) } }
      },
      Row(
        name: "W5.reply", title: "message → command with a reply → interpreter → its answer",
        floor: "W5.floor"
      ) {
        let runtime = try started(
          Counter(), CombinedUpdater<Counter>([.full(AskReplyUpdater()), .full(AddUpdater())]),
          [
            .command(GoAndReply.self) { (command: GoAndReply, dispatch: Dispatcher) in
              dispatch.answer(command.reply, with: 1)
            }
          ])
        return .direct { times in for _ in 0..<times { runtime.dispatch(AskReply()) } }
      },
    ]
  }
}

private struct Ask: Message {}
private struct Go: Command {}

private struct AskUpdater: TypedUpdater {
  func update(model: inout Counter, message: Ask) -> [any Command] { [Go()] }
}

private struct GoInterpreter: CommandInterpreter {
  func interpret(_ command: Go, dispatch: Dispatcher) { dispatch(Add(amount: 1)) }
}

private struct AskReply: Message {}
private struct GoAndReply: Command, Equatable { var reply: Reply<Int> }

private struct AskReplyUpdater: TypedUpdater {
  func update(model: inout Counter, message: AskReply) -> [any Command] {
    [GoAndReply(reply: Reply { Add(amount: $0) })]
  }
}

/// The least that does what W5 does: the same update, command and interpreter, behind one atomic gate, with a
/// queue for what is sent meanwhile, a table of interpreters, and an object for each run that the
/// interpreter's dispatcher keeps. No causes, no cancellation, no readers.
private final class BareRoundTrip {
  private let gate = Atomic(false)
  // Unchecked: the gate guards them, and dynamic checks would make the floor dearer than it is.
  @exclusivity(unchecked) private var model = Counter()
  @exclusivity(unchecked) private var queue: [any Message] = []
  private let interpreters: [ObjectIdentifier: @Sendable (any Command, Run) -> Void]

  /// One command on its way.
  final class Run: @unchecked Sendable {
    // Sendable, because there is one thread.
    private unowned let app: BareRoundTrip
    init(_ app: BareRoundTrip) { self.app = app }
    func dispatch(_ message: any Message) { app.queue.append(message) }
  }

  init() {
    interpreters = [ObjectIdentifier(Go.self): { _, run in run.dispatch(Add(amount: 1)) }]
  }

  @inline(never)
  func dispatch(_ message: any Message) {
    guard
      gate.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    else { return queue.append(message) }
    handle(message)
    while let next = queue.popLast() { handle(next) }
    gate.store(false, ordering: .releasing)
  }

  private func handle(_ message: any Message) {
    for command in update(message) {
      interpreters[commandID(command)]?(command, Run(self))
    }
  }

  @inline(never)
  private func update(_ message: any Message) -> [any Command] {
    // By its type: a cast would make the floor dearer than it is.
    func open<M: Message>(_ message: M) -> [any Command] {
      if M.self == Ask.self { return AskUpdater().update(model: &model, message: Ask()) }
      guard M.self == Add.self else { return [] }
      return AddUpdater().update(model: &model, message: unsafeBitCast(message, to: Add.self))
    }
    return open(message)
  }

  private func commandID(_ command: any Command) -> ObjectIdentifier {
    func open<C: Command>(_ command: C) -> ObjectIdentifier { ObjectIdentifier(C.self) }
    return open(command)
  }
}
