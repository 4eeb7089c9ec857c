/// The pure logic of an app or of a part of it.
///
/// Conform to the protocol that fits: ``TypedUpdater`` for one message type, ``PureUpdater`` for a
/// function that returns a new model, and this protocol for everything else. Combine updaters with
/// ``CombinedUpdater``.
///
/// - Important: An updater must be pure: equal models and messages give equal models and commands.
///   The current time, random values and new identifiers come from messages.
public protocol Updater<TypedModel>: Feature {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel

  /// Changes the model, and returns the commands that should follow, in their order.
  ///
  /// The runtime calls this for each message that reaches the updater, in the order in which the
  /// messages were sent. Calls never overlap and are never nested. The `Execution` of the runtime
  /// determines the thread. If the runtime checks purity, it also calls the updater on copies of
  /// the model.
  ///
  /// For a message that does not concern the updater, leave the model unchanged and return no
  /// commands.
  ///
  /// - Parameters:
  ///   - model: The part of the app's model that this updater changes.
  ///   - message: The message. A child receives a message without its address.
  /// - Returns: The commands, which start in this order after the new model is visible.
  func update(model: inout TypedModel, message: any Message) -> [any Command]

  /// The types of messages that the updater handles. The default is ``MessageTypes/unstated``.
  ///
  /// The runtime reports a message that no updater takes. A ``TypedUpdater`` takes its own type,
  /// and needs no `takes`. Other updaters receive messages of every type, so they state here which
  /// types they take. The property does not change which messages the updater receives.
  var takes: MessageTypes { get }

  /// The tree of the updater. The framework implements this property.
  var updateTree: FeatureTree<TypedModel> { get }
}

extension Updater {
  /// Returns the new model and the commands, and leaves the given model unchanged. For tests.
  public func update(
    model: TypedModel, message: any Message
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands: [any Command] = update(model: &model, message: message)
    return (model, commands)
  }

  /// ``MessageTypes/unstated``.
  public var takes: MessageTypes { .unstated }

  /// The tree of the updater alone, which receives messages of every type.
  @inlinable
  public var updateTree: FeatureTree<TypedModel> {
    FeatureTree(takes: takes, effects: effects) { model, message in
      self.update(model: &model, message: message)
    }
  }
}

extension Feature where Self: Updater {
  /// The tree of the updater.
  ///
  /// In debug builds, the program stops if the type conforms to ``MessageSubscriptionProvider`` in
  /// another module, because its subscriptions would be ignored.
  @inlinable
  public var tree: FeatureTree<TypedModel> {
    assert(
      !(self is any MessageSubscriptionProvider),
      otherModule(Self.self, "MessageSubscriptionProvider"))
    return updateTree
  }
}

extension Feature where Self: MessageSubscriptionProvider {
  /// The tree of the subscription provider.
  ///
  /// In debug builds, the program stops if the type conforms to ``Updater`` in another module,
  /// because its updates would be ignored.
  @inlinable
  public var tree: FeatureTree<TypedModel> {
    assert(!(self is any Updater), otherModule(Self.self, "Updater"))
    return subscriptionTree
  }
}

/// Returns the failure text for a type that is an updater in one module and a subscription provider
/// in another.
@usableFromInline
func otherModule(_ type: Any.Type, _ kind: String) -> String {
  """
  \(type) is a feature in one module, and conforms to \(kind) in another.
  The compiler chose its tree in the first module, so what it does as a \(kind) would be ignored.
  To fix this, state both conformances in one module, or give the \(kind) a type of its own.
  """
}

extension Feature where Self: Updater & MessageSubscriptionProvider {
  /// The trees of the updater and of the subscription provider, combined.
  public var tree: FeatureTree<TypedModel> { updateTree + subscriptionTree }
}

/// An updater for the messages of one type. It does not receive messages of other types.
///
/// ```swift
/// struct CounterUpdater: TypedUpdater {
///   func update(model: inout Counter, message: CounterMessage) -> [any Command] {
///     switch message {
///     case .increased: model.value += 1
///     }
///     return []
///   }
/// }
/// ```
///
/// The type of the message is all that such an updater takes: a `takes` of its own is ignored.
///
/// If the message is an object, the type as which it is sent counts: a `Cat()` that is sent as an
/// `Animal` reaches the updaters of `Animal` only, and otherwise those of `Cat` only.
public protocol TypedUpdater<TypedModel, TypedMessage>: Updater {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel
  /// The type of the messages that this updater takes.
  associatedtype TypedMessage: Message

  /// Changes the model, and returns the commands that should follow, in their order.
  ///
  /// The runtime calls this for each message of the type that reaches the updater; see
  /// ``Updater/update(model:message:)-(_,Message)``.
  func update(model: inout TypedModel, message: TypedMessage) -> [any Command]
}

extension TypedUpdater {
  /// Handles a message of the right type, and ignores a message of any other type.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    guard typeID(of: message) == ObjectIdentifier(TypedMessage.self) else { return [] }
    // Safe, because the types are equal. A cast takes twice as long.
    return withPayload(of: message) {
      update(model: &model, message: $0[as: TypedMessage.self])
    }
  }

  /// Returns the new model and the commands, and leaves the given model unchanged. For tests.
  public func update(
    model: TypedModel, message: TypedMessage
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands: [any Command] = update(model: &model, message: message)
    return (model, commands)
  }

  /// The tree of the updater alone, which takes the messages of one type.
  @inlinable
  public var updateTree: FeatureTree<TypedModel> {
    FeatureTree(only: TypedMessage.self, effects: effects) { model, message in
      self.update(
        model: &model[as: TypedModel.self],
        message: message[as: TypedMessage.self])
    }
  }
}

extension TypedUpdater {
  /// Returns a reply that makes a message of this updater, for a command or a subscription that the
  /// updater returns.
  ///
  /// ```swift
  /// case .newTitleEntered: return [NewID(reply { .created($0, title: title) })]
  /// ```
  ///
  /// Outside of an updater, name the type of the message: see ``Reply``.
  ///
  /// - Parameters:
  ///   - make: Returns the message for a value. It may be called on any thread.
  ///   - file: The file that the history shows as the origin of an answer.
  ///   - line: The line that the history shows as the origin of an answer.
  @inlinable
  public func reply<Value>(
    file: StaticString = #fileID, line: UInt = #line,
    _ make: @escaping @Sendable (Value) -> TypedMessage
  ) -> Reply<Value> {
    Reply(make, file: file, line: line)
  }

  /// Returns a reply that always makes the same message of this updater.
  ///
  /// ```swift
  /// [Every(.seconds(1), reply(.ticked))]
  /// ```
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - file: The file that the history shows as the origin of an answer.
  ///   - line: The line that the history shows as the origin of an answer.
  @inlinable
  public func reply(
    _ message: TypedMessage, file: StaticString = #fileID, line: UInt = #line
  ) -> Reply<Void> {
    Reply({ _ in message }, file: file, line: line)
  }
}

/// An updater made from a closure, for simple cases and tests.
///
/// ```swift
/// let updater = FunctionUpdater<Counter>(takes: .all) { (model: consuming Counter, message) in
///   model.value += 1
///   return (model, [])
/// }
/// ```
///
/// State what it takes; otherwise, each message that no other updater takes is reported.
///
/// A closure that declares its parameter `consuming`, as here, owns the model and copies nothing.
public struct FunctionUpdater<TypedModel: Model>: Updater {
  @usableFromInline
  let function: @Sendable (consuming TypedModel, any Message) -> (TypedModel, [any Command])
  /// The types of messages that the function handles; see ``Updater/takes``.
  public let takes: MessageTypes

  /// Creates an updater that calls a function.
  ///
  /// - Parameters:
  ///   - takes: The types of messages that the function handles; see ``Updater/takes``.
  ///   - function: A pure function that returns the new model and the commands, in their order. It
  ///     is called for messages of every type.
  @inlinable
  public init(
    takes: MessageTypes = .unstated,
    _ function:
      @escaping @Sendable (consuming TypedModel, any Message) -> (TypedModel, [any Command])
  ) {
    self.function = function
    self.takes = takes
  }

  /// Replaces the model by the one that the function returns, and returns its commands.
  @inlinable
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    // Without a copy: the function is the model's only owner.
    replace(&model, by: function, message)
  }
}

/// An updater for the messages of one type, made from a closure.
///
/// ```swift
/// .slice(\.counter, TypedFunctionUpdater { (model: inout Counter, message: CounterMessage) in
///   model.value += message.amount
///   return []
/// })
/// ```
public struct TypedFunctionUpdater<TypedModel: Model, TypedMessage: Message>: TypedUpdater {
  @usableFromInline
  let function: @Sendable (inout TypedModel, TypedMessage) -> [any Command]

  /// Creates an updater that calls a function.
  ///
  /// - Parameter function: A pure function that changes the model and returns the commands, in
  ///   their order.
  @inlinable
  public init(_ function: @escaping @Sendable (inout TypedModel, TypedMessage) -> [any Command]) {
    self.function = function
  }

  /// Calls the function, and returns its commands.
  @inlinable
  public func update(model: inout TypedModel, message: TypedMessage) -> [any Command] {
    function(&model, message)
  }
}

/// An updater that returns a new model instead of changing the old one.
///
/// The runtime keeps the old model while ``updated(model:message:)`` makes the new one, so the
/// first change of an array copies it. Prefer ``TypedUpdater`` for large models.
/// State ``Updater/takes``; otherwise, each message that no other updater takes is reported.
public protocol PureUpdater<TypedModel>: Updater {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel

  /// Returns the new model, and the commands that should follow, in their order.
  ///
  /// It is called for messages of every type. For a message that does not concern the updater,
  /// return the model unchanged and no commands.
  func updated(model: TypedModel, message: any Message) -> (TypedModel, [any Command])
}

extension PureUpdater {
  /// Replaces the model by the one that ``updated(model:message:)`` returns, and returns its
  /// commands.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    let (newModel, commands) = updated(model: model, message: message)
    model = newModel
    return commands
  }
}
