extension Message {
  /// Returns the message, addressed to a child.
  ///
  /// A value: for `Send`, replies, interceptors and pure updates. Where a command of a child sends
  /// it, the address is relative to that child, unless it begins with the model of the app.
  ///
  /// ```swift
  /// runtime.dispatch(RowMessage.toggled.to(App.at.rows[7]))
  /// ```
  public func to<Root, Child: Model>(
    _ address: Address<Root, Child>
  ) -> ScopedMessage where Child.Receives == Self {
    ScopedMessage(self, in: address.scope, origin: AddressOrigin(Root.self))
  }
}

extension MessageTo {
  /// Returns the message, addressed to a child; see ``Message/to(_:)``.
  public func to<Root>(_ address: Address<Root, Receiver>) -> ScopedMessage {
    ScopedMessage(self, in: address.scope, origin: AddressOrigin(Root.self))
  }
}

extension Dismissed {
  /// Returns the message, addressed to a child: to take it out of the model from outside, or to
  /// state it in a test.
  public func to<Root, Child: Model>(_ address: Address<Root, Child>) -> ScopedMessage {
    ScopedMessage(self, in: address.scope, origin: AddressOrigin(Root.self))
  }
}

extension Command {
  /// Returns the command as the child at an address returns it: for tests, and for parents.
  ///
  /// Its messages come back to the child. A ``Cancel`` cancels what runs for the child; for `.all`
  /// elements of a collection, in all of them, those that the same update has removed included.
  public func `in`<Root, Child: Model>(_ address: Address<Root, Child>) -> ScopedCommand {
    ScopedCommand(self, in: address.scope, origin: AddressOrigin(Root.self))
  }
}

extension Subscription {
  /// Returns the subscription as the child at an address declares it: for tests, and for parents.
  public func `in`<Root, Child: Model>(_ address: Address<Root, Child>) -> ScopedSubscription {
    ScopedSubscription(self, in: address.scope)
  }
}
