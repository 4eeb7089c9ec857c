/// A subscription that says something about another one; interpreters see only what is inside.
package protocol SubscriptionWrapper: Subscription {
  var content: any Subscription { get }
  func enter(_ context: inout EffectContext)
  func replacingContent(_ change: (any Subscription) -> any Subscription) -> any Subscription
}

/// A subscription that a child declared; its messages come back to that child. See ``Scope``.
public struct ScopedSubscription: SubscriptionWrapper {
  /// The address of the child, relative to whoever declared this.
  public let scope: Scope
  /// What the child declared.
  public let content: any Subscription

  package init(_ subscription: any Subscription, in scope: Scope) {
    if let scoped = subscription as? ScopedSubscription {
      self.scope = Scope(scope.steps + scoped.scope.steps)
      self.content = scoped.content
    } else {
      self.scope = scope
      self.content = subscription
    }
  }

  package func enter(_ context: inout EffectContext) { context.enter(.scope(scope)) }

  package func replacingContent(
    _ change: (any Subscription) -> any Subscription
  ) -> any Subscription {
    ScopedSubscription(change(content), in: scope)
  }

  /// Whether both wrap equal subscriptions of the same child.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.scope == rhs.scope && areEqual(lhs.content, rhs.content)
  }

  /// Feeds the address and the content to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scope)
    hasher.combine(content)
  }
}

/// A subscription whose messages are changed on their way to the app. See ``Subscription/map(_:)``.
public struct MappedSubscription: SubscriptionWrapper {
  /// The subscription whose messages are changed.
  public let content: any Subscription
  package let transform: MessageTransform

  package func enter(_ context: inout EffectContext) { context.enter(.map(transform)) }

  package func replacingContent(
    _ change: (any Subscription) -> any Subscription
  ) -> any Subscription {
    MappedSubscription(content: change(content), transform: transform)
  }

  /// Whether both wrap equal subscriptions, with functions of the same types.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.transform == rhs.transform && areEqual(lhs.content, rhs.content)
  }

  /// Feeds the types of the function and the content to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(transform)
    hasher.combine(content)
  }
}

extension Subscription {
  /// The subscription, with its messages of one type turned into those of another: for parents that
  /// route by hand, as one does in Elm.
  ///
  /// Messages of other types, and global ones, pass unchanged. Two features that map the same
  /// subscription share one running instance, and each gets its own message.
  public func map<Child: Message, Parent: Message>(
    _ transform: @escaping @Sendable (Child) -> Parent
  ) -> any Subscription {
    MappedSubscription(content: self, transform: MessageTransform(transform))
  }
}

extension ScopedSubscription: CustomStringConvertible {
  /// Such as `Every(1.0 seconds).in(App.at.rows[7])`.
  public var description: String { "\(sourceText(of: content, namesType: true)).in(\(scope))" }
}

extension MappedSubscription: CustomStringConvertible {
  /// Such as `Every(1.0 seconds).map(RowMessage → AppMessage)`.
  public var description: String { "\(sourceText(of: content, namesType: true)).map(\(transform))" }
}
