public import Katana
public import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// Creates the interpreters of `Call` and `Elements`.
  public static func functions() -> Interpreter {
    .group([
      .command(CallInterpreter(), where: { $0 is any FunctionCommand.Type }),
      .subscription { (elements: Elements, dispatch: SubscriptionDispatcher<Elements>) in
        SequenceInterpreter<Elements, any Sendable>(
          subscription: elements, dispatch: dispatch, reply: \.reply
        ) { elements, send in try await elements.forEach(send) }
      },
    ])
  }

  /// Creates an interpreter of one subscription type from a closure that makes an async sequence.
  ///
  /// ```swift
  /// .subscription(PriceChanges.self, reply: \.reply) { subscription in
  ///   exchange.prices(of: subscription.share)
  /// }
  /// ```
  ///
  /// When a subscription starts, a task makes and iterates the sequence; when it stops, the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - type: The subscription type.
  ///   - reply: The key path of the reply, which turns each event into a message.
  ///   - sequence: Makes the sequence. Called once each time that a subscription starts.
  public static func subscription<Sub: Subscription, Source: AsyncSequence & SendableMetatype>(
    _ type: Sub.Type, reply: KeyPath<Sub, Reply<ElementEvent<Source.Element>>> & Sendable,
    _ sequence: @escaping @Sendable (Sub) -> Source
  ) -> Interpreter where Source.Element: Sendable, Source.AsyncIterator: SendableMetatype {
    .subscription {
      SequenceInterpreter(subscription: $0, dispatch: $1, reply: reply) { subscription, send in
        for try await element in sequence(subscription) {
          // A sequence may ignore the cancellation and never end.
          if Task.isCancelled { return }
          send(element)
        }
      }
    }
  }
}

private struct CallInterpreter: AsyncCommandInterpreter {
  @concurrent func interpret(_ command: any FunctionCommand, dispatch: Dispatcher) async throws {
    func call<Cmd: FunctionCommand>(_ command: Cmd) async throws {
      dispatch.answer(command.reply, with: try await command.value())
    }
    try await call(command)
  }
}
