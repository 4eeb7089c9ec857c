package import Katana

extension Interpreter {
  /// Creates the interpreter of a subscription as the runtime does; `nil` if this interpreter runs
  /// no subscriptions of the type.
  package func running<Sub: Subscription>(
    _ subscription: Sub, _ dispatch: SubscriptionDispatcher<Sub>
  ) -> (any SubscriptionInterpreter)? {
    for case .subscription(let type, let make) in [self].flattened.map(\.kind)
    where type == Sub.self {
      return make(subscription, dispatch.source)
    }
    return nil
  }
}
