public import Katana
public import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// The interpreters of `Call` and `Elements`.
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
  /// The sequence is made and iterated in a task when the subscription starts, and the task is
  /// cancelled when it stops.
  ///
  /// - Parameters:
  ///   - type: The subscription type.
  ///   - reply: Makes the message of each event.
  ///   - sequence: Makes the sequence; called once for each start.
  public static func subscription<Sub: Subscription, Source: AsyncSequence & SendableMetatype>(
    _ type: Sub.Type, reply: KeyPath<Sub, Reply<ElementEvent<Source.Element>>> & Sendable,
    _ sequence: @escaping @Sendable (Sub) -> Source
  ) -> Interpreter where Source.Element: Sendable, Source.AsyncIterator: SendableMetatype {
    .subscription {
      SequenceInterpreter(subscription: $0, dispatch: $1, reply: reply) { subscription, send in
        for try await element in sequence(subscription) {
          // A sequence may ignore the cancellation, and go on for ever.
          if Task.isCancelled { return }
          send(element)
        }
      }
    }
  }
}

private struct CallInterpreter: AsyncCommandInterpreter {
  @concurrent func interpret(_ command: any FunctionCommand, dispatch: Dispatcher) async throws {
    dispatch(try await command.message())
  }
}
