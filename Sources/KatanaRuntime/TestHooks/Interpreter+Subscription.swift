package import Katana

extension Interpreter {
  /// Returns the interpreter of one subscription, made as the runtime makes it; `nil` if this runs
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
