public import Katana

// What sends to a child of the model, as `dispatch(_:to:)` and `Send(_:to:)` do. The address belongs to the
// message, so the view stays that of the model itself.
extension ViewOf {
  /// A button that sends a message to a child of the model.
  ///
  /// ```swift
  /// .button("Rate", .rated, to: Books.at.books[id])
  /// ```
  public static func button<Child: Model>(
    _ title: String, _ message: Child.Receives, to address: Address<Receiver, Child>
  ) -> ViewOf where Child.Receives: Equatable {
    ViewOf(.button(title)).onPress(message, to: address)
  }

  /// Sends a message to a child of the model when the view is pressed; see ``onPress(_:)``.
  public consuming func onPress<Child: Model>(
    _ message: Child.Receives, to address: Address<Receiver, Child>
  ) -> ViewOf where Child.Receives: Equatable {
    sending { $0.press = ViewAction(message, to: address.anyAddress) }
  }

  /// Sends a message to a child of the model at a right click; see ``onSecondaryPress(_:)``.
  public consuming func onSecondaryPress<Child: Model>(
    _ message: Child.Receives, to address: Address<Receiver, Child>
  ) -> ViewOf where Child.Receives: Equatable {
    sending { $0.secondary = ViewAction(message, to: address.anyAddress) }
  }

  /// Sends a message to a child of the model when the row becomes the current one; see ``onSelect(_:)``.
  public consuming func onSelect<Child: Model>(
    _ message: Child.Receives, to address: Address<Receiver, Child>
  ) -> ViewOf where Child.Receives: Equatable {
    sending { $0.select = ViewAction(message, to: address.anyAddress) }
  }

  /// Sends a message to a child of the model when a key is pressed; see ``onKey(_:_:_:in:)``.
  ///
  /// ```swift
  /// .onKey("h", "left", .moved(-1), to: Board.at.lists[id])
  /// ```
  public consuming func onKey<Child: Model>(
    _ shortcut: Shortcut, _ title: String, _ message: Child.Receives,
    to address: Address<Receiver, Child>, in scope: KeyScope = .focus
  ) -> ViewOf where Child.Receives: Equatable {
    let action = ViewAction(message, to: address.anyAddress)
    return sending {
      $0.keys.append(
        ViewKeyBinding(shortcut: shortcut, title: title, action: action, scope: scope))
    }
  }

  /// A button that sends a message of a further type, which the model takes beside its `Receives`.
  public static func button<M: MessageTo & Equatable>(
    _ title: String, further message: M
  ) -> ViewOf where M.Receiver == Receiver { button(title, sending: ViewAction(message)) }

  /// A button that sends a message of a further type to a child of the model.
  public static func button<M: MessageTo & Equatable>(
    _ title: String, further message: M, to address: Address<Receiver, M.Receiver>
  ) -> ViewOf { button(title, sending: ViewAction(message, to: address.anyAddress)) }

  /// A button that sends a message to the whole app.
  public static func button(_ title: String, global message: some GlobalMessage & Equatable)
    -> ViewOf
  { button(title, sending: ViewAction(message)) }

  private static func button(_ title: String, sending action: ViewAction) -> ViewOf {
    ViewOf(.button(title)).having { $0.press = action }
  }
}
