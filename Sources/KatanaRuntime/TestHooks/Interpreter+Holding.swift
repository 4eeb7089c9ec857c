package import Katana

/// A started command that a test performs by hand, on one thread, until ``end()``.
package final class HeldCommand: @unchecked Sendable {
  // Sendable, because it is used on one thread.
  /// The command, as an interpreter would receive it.
  package let command: any Command
  /// The address of the child whose update returned it; empty for the app itself.
  package let scope: AnyAddress
  /// Sends messages as the interpreter of the command would; `nil` after ``end()``.
  package private(set) var dispatch: Dispatcher?

  fileprivate init(_ command: any Command, _ sender: CommandSender, _ context: EffectContext) {
    self.command = command
    self.scope = context.scope
    dispatch = Dispatcher(sender, context: context)
  }

  /// Makes the command fail, as if an asynchronous interpreter threw the error.
  package func fail(_ error: any Error) { dispatch?.sender.failed(error) }

  /// Whether the command has failed, and a control command keeps the message that tells the app.
  package var isAnswerKept: Bool { dispatch?.sender.run?.isAnswerKept ?? false }

  /// Ends the run, as if its interpreter had returned and the last copy of its dispatcher was
  /// released.
  package func end() { dispatch = nil }
}

/// A running subscription whose messages a test sends by hand.
package struct HeldSubscription: Sendable {
  private let source: SubscriptionSource

  /// The address of the child that declares it; empty for the app itself.
  package var scope: AnyAddress { source.scope }

  fileprivate init(source: SubscriptionSource) { self.source = source }

  /// Sends the message that each declaration makes of an event, with its newest value.
  package func send(
    file: StaticString, line: UInt, _ make: (any Subscription) -> any Message
  ) {
    source.send(file: file, line: line) { subscription, _ in
      Send(make(subscription), file: file, line: line)
    }
  }
}

extension Interpreter {
  /// Creates an interpreter of all commands that no other interpreter in the list performs.
  package static func holdingCommands(
    beside others: [Interpreter], _ hold: @escaping @Sendable (HeldCommand) -> Void
  ) -> Interpreter {
    let others = others.flattened
    let handler = CommandHandler(
      commands: .matching { type in !others.contains { $0.serves(type) } },
      perform: { command, sender, context in hold(HeldCommand(command, sender, context)) })
    return Interpreter(kind: .command(handler), name: Self.self)
  }

  /// Creates an interpreter of all subscriptions that no other interpreter runs.
  package static func holdingSubscriptions(
    _ make: @escaping @Sendable (any Subscription, HeldSubscription) -> any SubscriptionInterpreter
  ) -> Interpreter {
    Interpreter(
      kind: .otherSubscriptions { make($0, HeldSubscription(source: $1)) }, name: Self.self)
  }

  /// Returns the names of the asynchronous interpreters.
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
