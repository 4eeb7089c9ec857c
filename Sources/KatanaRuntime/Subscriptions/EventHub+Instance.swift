extension EventHub {
  /// Tells the event handlers of a subscription.
  func subscription(_ instance: Instance, _ step: SubscriptionEvent.Step) {
    guard wantsSubscriptions else { return }
    subscription(instance.startNumber, instance.payload, in: instance.scope, step)
  }
}
