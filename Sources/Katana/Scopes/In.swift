extension Message {
  /// The message, addressed to the child in a part of the model.
  ///
  /// ```swift
  /// runtime.dispatch(SheetMessage.closed.in(\AppModel.sheet))
  /// runtime.dispatch(RowMessage.tapped.in(\Sheet.rows, id: 7).in(\AppModel.sheet))
  /// ```
  ///
  /// Addresses are built from the inside out. A collection named without an `id` means each of its
  /// elements.
  public func `in`<Root, Child>(_ part: KeyPath<Root, Child> & Sendable) -> ScopedMessage {
    ScopedMessage(self, in: Scope(.keyPath(part)))
  }

  /// The message, addressed to one element of a collection.
  public func `in`<Root, Elements: Collection>(
    _ part: KeyPath<Root, Elements> & Sendable, id: Elements.Element.ID
  ) -> ScopedMessage where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    ScopedMessage(self, in: Scope(.keyPath(part), id: ScopeID(id)))
  }

  /// The message, addressed to an identified optional value, and to no other that takes its place.
  public func `in`<Root, Child: Identifiable>(
    _ part: KeyPath<Root, Child?> & Sendable, id: Child.ID
  ) -> ScopedMessage where Child.ID: Sendable {
    ScopedMessage(self, in: Scope(.keyPath(part), id: ScopeID(id)))
  }

  /// The message, addressed to the payload of an enum's case; see ``EnumCase``.
  public func `in`<Root, Whole>(
    _ part: KeyPath<Root, Whole> & Sendable, case name: String
  ) -> ScopedMessage {
    ScopedMessage(self, in: Scope(.enumCase(part, name)))
  }

  /// The message, addressed to a part that was declared with a closure and a name.
  public func `in`(named name: String) -> ScopedMessage {
    ScopedMessage(self, in: Scope(.named(name)))
  }
}

extension Command {
  /// The command as the child in a part of the model returns it; for tests, and for parents that
  /// route by hand.
  ///
  /// A ``Cancel`` in a collection named without an `id` cancels in all of its elements, those that the
  /// same update has removed included.
  public func `in`<Root, Child>(_ part: KeyPath<Root, Child> & Sendable) -> ScopedCommand {
    ScopedCommand(self, in: Scope(.keyPath(part)))
  }

  /// The command as an element of a collection returns it.
  public func `in`<Root, Elements: Collection>(
    _ part: KeyPath<Root, Elements> & Sendable, id: Elements.Element.ID
  ) -> ScopedCommand where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    ScopedCommand(self, in: Scope(.keyPath(part), id: ScopeID(id)))
  }

  /// The command as an identified optional value returns it.
  public func `in`<Root, Child: Identifiable>(
    _ part: KeyPath<Root, Child?> & Sendable, id: Child.ID
  ) -> ScopedCommand where Child.ID: Sendable {
    ScopedCommand(self, in: Scope(.keyPath(part), id: ScopeID(id)))
  }

  /// The command as the payload of an enum's case returns it.
  public func `in`<Root, Whole>(
    _ part: KeyPath<Root, Whole> & Sendable, case name: String
  ) -> ScopedCommand {
    ScopedCommand(self, in: Scope(.enumCase(part, name)))
  }

  /// The command as a child in a part that was declared with a closure and a name returns it.
  public func `in`(named name: String) -> ScopedCommand {
    ScopedCommand(self, in: Scope(.named(name)))
  }
}

extension Subscription {
  /// The subscription as the child in a part of the model declares it; for tests, and for parents
  /// that route by hand.
  public func `in`<Root, Child>(_ part: KeyPath<Root, Child> & Sendable) -> ScopedSubscription {
    ScopedSubscription(self, in: Scope(.keyPath(part)))
  }

  /// The subscription as an element of a collection declares it.
  public func `in`<Root, Elements: Collection>(
    _ part: KeyPath<Root, Elements> & Sendable, id: Elements.Element.ID
  ) -> ScopedSubscription where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    ScopedSubscription(self, in: Scope(.keyPath(part), id: ScopeID(id)))
  }

  /// The subscription as an identified optional value declares it.
  public func `in`<Root, Child: Identifiable>(
    _ part: KeyPath<Root, Child?> & Sendable, id: Child.ID
  ) -> ScopedSubscription where Child.ID: Sendable {
    ScopedSubscription(self, in: Scope(.keyPath(part), id: ScopeID(id)))
  }

  /// The subscription as the payload of an enum's case declares it.
  public func `in`<Root, Whole>(
    _ part: KeyPath<Root, Whole> & Sendable, case name: String
  ) -> ScopedSubscription {
    ScopedSubscription(self, in: Scope(.enumCase(part, name)))
  }

  /// The subscription as a child in a part that was declared with a closure and a name declares it.
  public func `in`(named name: String) -> ScopedSubscription {
    ScopedSubscription(self, in: Scope(.named(name)))
  }
}

extension Scope {
  init(_ part: PartName, id: ScopeID? = nil) {
    self.init([Step(part: part, id: id)])
  }
}
