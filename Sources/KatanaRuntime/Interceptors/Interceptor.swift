public import Katana

/// Receives each message before and after it is handled, and may drop, replace or defer it. To
/// observe only, use an ``EventHandler``.
///
/// The runtime calls its interceptors in the order in which they were given to it, on the thread
/// that handles the message, within its step.
///
/// ```swift
/// let counting = Interceptor<AppModel>(after: { envelope, _, commands in … })
/// ```
///
/// An interceptor may be given to several runtimes. If it has state or sends messages, create it
/// with ``forEachRuntime(_:)``, which gives each runtime an instance of its own.
public struct Interceptor<TypedModel: Model>: Sendable {
  let started: (@Sendable (Dispatcher) -> Void)?
  let before: (@Sendable (Envelope, TypedModel) -> Interception)?
  let after: (@Sendable (Envelope, TypedModel, [any Command]) -> Void)?
  let stopped: (@Sendable () -> Void)?
  /// Whether the interceptor takes a message, so that the message needs no updater.
  var takes: (@Sendable (any Message) -> Bool)?
  private var make: (@Sendable (Dispatcher) -> Interceptor)?

  /// Creates an interceptor from closures, each optional.
  ///
  /// - Parameters:
  ///   - started: Called once, before the initial subscriptions and commands start. Messages that
  ///     it sends are handled before those of the initial subscriptions and commands, but after
  ///     those that were sent before the start.
  ///   - before: Called before each message, with the current model. Returns what becomes of the
  ///     message. It is not called for a message that is dropped because its sender was cancelled
  ///     or removed, because the child that it is to or from is gone, because no part has its
  ///     address, or because it came from outside while the runtime finishes or shows a past model.
  ///   - after: Called at the end of the step, with the new model and the commands that were
  ///     started.
  ///   - stopped: Called once, when the runtime ends, unless it ends before it was started.
  public init(
    started: (@Sendable (Dispatcher) -> Void)? = nil,
    before: (@Sendable (Envelope, TypedModel) -> Interception)? = nil,
    after: (@Sendable (Envelope, TypedModel, [any Command]) -> Void)? = nil,
    stopped: (@Sendable () -> Void)? = nil
  ) {
    self.started = started
    self.before = before
    self.after = after
    self.stopped = stopped
  }

  /// Creates an interceptor that is created anew for each runtime, so that its state belongs to one
  /// runtime.
  ///
  /// ```swift
  /// static let warning = Interceptor<AppModel>.forEachRuntime { dispatch in
  ///   let count = Counter()                               // one for each runtime
  ///   return Interceptor(after: { _, _, commands in
  ///     if count.add(commands.count) > 100 { dispatch(AppMessage.manyCommands) }
  ///   })
  /// }
  /// ```
  ///
  /// - Parameter make: Called once for each runtime, when the runtime is created. The dispatcher
  ///   may be kept and used at any time. Messages that are sent before the start wait for it.
  public static func forEachRuntime(
    _ make: @escaping @Sendable (_ dispatch: Dispatcher) -> Interceptor
  ) -> Interceptor {
    var interceptor = Interceptor()
    interceptor.make = make
    return interceptor
  }

  /// Returns the interceptor of one runtime.
  func made(_ dispatch: Dispatcher) -> Interceptor { make?(dispatch).made(dispatch) ?? self }
}

/// The decision of an interceptor about a message.
public enum Interception: Sendable {
  /// The message goes on to the next interceptor, or to the update.
  case handle
  /// Another message goes on instead, with the same cause and sender, to the interceptors after
  /// this one. It does not get the address of the old message: to reach the same child, return
  /// `ScopedMessage(new, in: scoped.address)`.
  case replace(any Message)
  /// The message is dropped, and counted in ``Statistics/intercepted``.
  case drop
  /// The message is put at the end of the queue, with its cause.
  ///
  /// - Important: Defer a message only until a state that a later message can end. Otherwise it is
  ///   deferred again and again, without an end.
  case `defer`
}

/// An interceptor without the type of its model, which it receives by its address.
struct ErasedInterceptor {
  let started: (@Sendable (Dispatcher) -> Void)?
  /// Asks the interceptor what becomes of a message.
  let before: (Envelope, ReadPlace) -> Interception
  /// `nil` if it is not called after each message.
  let after: ((Envelope, ReadPlace, [any Command]) -> Void)?
  let stopped: (@Sendable () -> Void)?
  /// Whether it takes a message, so that the message needs no updater.
  let takes: @Sendable (any Message) -> Bool
}

extension ErasedInterceptor {
  init<TypedModel>(_ interceptor: Interceptor<TypedModel>) {
    self.init(
      started: interceptor.started,
      before: { interceptor.before?($0, $1[as: TypedModel.self]) ?? .handle },
      after: interceptor.after.map { after in { after($0, $1[as: TypedModel.self], $2) } },
      stopped: interceptor.stopped, takes: interceptor.takes ?? { _ in false })
  }
}
