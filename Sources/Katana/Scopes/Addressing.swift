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
  @inlinable
  public func to<Root, Child: Model>(
    _ address: Address<Root, Child>
  ) -> ScopedMessage where Child.Receives == Self {
    ScopedMessage(self, to: Child.self, along: address.way, from: Root.self)
  }
}

extension MessageTo {
  /// Returns the message with the address of a child; see ``Message/to(_:)``.
  @inlinable
  public func to<Root>(_ address: Address<Root, Receiver>) -> ScopedMessage {
    ScopedMessage(self, to: Receiver.self, along: address.way, from: Root.self)
  }
}
