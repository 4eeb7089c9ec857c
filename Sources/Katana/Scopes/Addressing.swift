extension Message {
  /// Returns the message with the address of a child.
  ///
  /// Use it where a message is a value: in `Send`, replies, interceptors and pure updates. If a
  /// command of a child sends the message, the address is relative to that child, unless it begins
  /// with the model of the app.
  ///
  /// ```swift
  /// runtime.dispatch(RowMessage.toggled.to(App.at.rows[7]))
  /// ```
  public func to<Root, Child: Model>(
    _ address: Address<Root, Child>
  ) -> ScopedMessage where Child.Receives == Self {
    ScopedMessage(self, in: address.anyAddress, origin: AddressOrigin(Root.self))
  }
}

extension MessageTo {
  /// Returns the message with the address of a child; see ``Message/to(_:)``.
  public func to<Root>(_ address: Address<Root, Receiver>) -> ScopedMessage {
    ScopedMessage(self, in: address.anyAddress, origin: AddressOrigin(Root.self))
  }
}

extension Dismissed {
  /// Returns the message with the address of a child, to remove that child from the model.
  ///
  /// Use it to remove a child from the outside, or to expect the message in a test. A child removes
  /// itself by the command ``Dismiss``.
  public func to<Root, Child: Model>(_ address: Address<Root, Child>) -> ScopedMessage {
    ScopedMessage(self, in: address.anyAddress, origin: AddressOrigin(Root.self))
  }
}

extension Command {
  /// Returns the command as if the child at an address had returned it, for tests and for parents.
  ///
  /// The messages of the command go to that child. A ``Cancel`` cancels the commands of that child.
  /// With the address of `.all` elements of a collection, a `Cancel` cancels the commands of each
  /// element, including the elements that the same update has removed.
  ///
  /// - Parameter address: The address, relative to the model whose updater returns the command, or
  ///   beginning with the model of the app.
  public func `in`<Root, Child: Model>(_ address: Address<Root, Child>) -> any Command {
    ScopedCommand(self, in: address.anyAddress, origin: AddressOrigin(Root.self))
  }
}

extension Subscription {
  /// Returns the subscription as if the child at an address had declared it, for tests and for
  /// parents.
  ///
  /// The messages of the subscription go to that child.
  ///
  /// - Parameter address: The address, relative to the model whose provider declares the
  ///   subscription.
  public func `in`<Root, Child: Model>(_ address: Address<Root, Child>) -> any Subscription {
    ScopedSubscription(self, in: address.anyAddress)
  }
}
