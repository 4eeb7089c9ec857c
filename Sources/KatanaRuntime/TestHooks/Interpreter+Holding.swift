package import Katana

/// A command that was started and is performed by hand, on one thread, until ``end()``.
package final class HeldCommand: @unchecked Sendable {
  // Sendable, because it is used on one thread.
  /// What an interpreter would see.
  package let command: any Command
  /// The child that returned it; empty for the app itself.
  package let scope: Scope
  private let context: EffectContext
  private var run: Run?

  fileprivate init(_ command: any Command, _ run: Run, _ context: EffectContext) {
    self.command = command
    self.scope = context.scope
    self.context = context
    self.run = run
  }

  /// Sends what the run sends.
  package func send(_ message: any Message, file: StaticString, line: UInt) {
    guard let run else { return }
    Dispatcher(run, context: context)(message, file: file, line: line)
  }

  /// Does what the runtime does when an async interpreter throws.
  package func fail(_ error: any Error) { run?.failed(error) }

  /// Does what an interpreter does that answers with an error; see ``Dispatcher``.
  package func fail(
    _ error: any Error, otherwise message: any Message, file: StaticString, line: UInt
  ) {
    guard let run else { return }
    Dispatcher(run, context: context).failed(error, otherwise: message, file: file, line: line)
  }

  /// Whether it has failed, and is started again when this has ended.
  package var isTriedAgain: Bool { run?.isTriedAgain ?? false }

  /// Calls a function when the command is cancelled.
  package func onCancel(_ action: @escaping @Sendable () -> Void) {
    guard let run else { return }
    Dispatcher(run).onCancel(action)
  }

  /// The run is finished: its interpreter has returned, and nobody keeps its dispatcher.
  package func end() { run = nil }
}

/// A running subscription whose events are sent by hand.
package struct HeldSubscription: Sendable {
  private let source: SubscriptionSource

  /// The child that declares it; empty for the app itself.
  package var scope: Scope { source.scope }

  fileprivate init(source: SubscriptionSource) { self.source = source }

  /// Sends what each declaration, at its newest value, makes of an event.
  package func send(
    file: StaticString, line: UInt, _ make: (any Subscription) -> any Message
  ) {
    source.send(file: file, line: line, make)
  }
}

extension Interpreter {
  /// An interpreter of all commands that no other one in the list serves.
  package static func holdingCommands(
    beside others: [Interpreter], _ hold: @escaping @Sendable (HeldCommand) -> Void
  ) -> Interpreter {
    let others = others.flattened
    let handler = CommandHandler(
      commands: .matching { type in !others.contains { $0.serves(type) } },
      perform: { command, run, context in hold(HeldCommand(command, run, context)) })
    return Interpreter(kind: .command(handler), name: .text("the test"))
  }

  /// An interpreter of all subscriptions that no other one in the list runs.
  package static func holdingSubscriptions(
    _ make: @escaping @Sendable (any Subscription, HeldSubscription) -> any SubscriptionInterpreter
  ) -> Interpreter {
    Interpreter(
      kind: .otherSubscriptions { make($0, HeldSubscription(source: $1)) }, name: .text("the test"))
  }

  /// The names of those that run in tasks.
  package static func asynchronous(among interpreters: [Interpreter]) -> [String] {
    interpreters.flattened.compactMap { interpreter in
      guard case .command(let handler) = interpreter.kind, handler.isAsynchronous else {
        return nil
      }
      return "\(interpreter.name)"
    }
  }

  private func serves(_ type: any Command.Type) -> Bool {
    guard case .command(let handler) = kind else { return false }
    return switch handler.commands {
    case .exactly(let exact): exact == type
    case .matching(let serves): serves(type)
    }
  }
}
