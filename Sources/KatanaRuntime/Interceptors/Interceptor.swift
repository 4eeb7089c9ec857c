public import Katana

/// Sees each message before and after it is handled: what logging, tracing and recording are built
/// on.
///
/// Interceptors are called in the order in which the runtime was given them, on the thread that
/// handles the message, inside the step.
///
/// ```swift
/// let counting = Interceptor<AppModel>(after: { envelope, _, commands in … })
/// ```
///
/// The same interceptor may be given to several runtimes. One that keeps something, or sends
/// messages, is made for each of them by ``forEachRuntime(_:)``.
public struct Interceptor<TypedModel: Model>: Sendable {
  let started: (@Sendable (Dispatcher) -> Void)?
  let before: (@Sendable (Envelope, TypedModel) -> Interception)?
  let after: (@Sendable (Envelope, TypedModel, [any Command]) -> Void)?
  let stopped: (@Sendable () -> Void)?
  private var make: (@Sendable (Dispatcher) -> Interceptor)?

  /// Creates an interceptor from closures, each optional.
  ///
  /// - Parameters:
  ///   - started: Called once, before the initial subscriptions and commands are started. What it
  ///     sends is handled first.
  ///   - before: Called before each message, with the model as it is; says what becomes of the
  ///     message. Messages of senders that were silenced do not come here.
  ///   - after: Called at the end of the step, with the new model and the commands that were
  ///     started.
  ///   - stopped: Called once, when the runtime ends.
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

  /// Returns an interceptor that is made anew for each runtime, so that what it keeps belongs to one.
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
  /// - Parameter make: Called once for each runtime, when that is created. The dispatcher may be kept
  ///   and used at any time; what is sent before the start waits for it.
  public static func forEachRuntime(
    _ make: @escaping @Sendable (_ dispatch: Dispatcher) -> Interceptor
  ) -> Interceptor {
    var interceptor = Interceptor()
    interceptor.make = make
    return interceptor
  }

  /// The interceptor of one runtime.
  func made(_ dispatch: Dispatcher) -> Interceptor { make?(dispatch).made(dispatch) ?? self }
}

/// What becomes of a message.
public enum Interception: Sendable {
  /// It goes on to the next interceptor and to the update.
  case handle
  /// Another message goes on in its place, with the same cause.
  case replace(any Message)
  /// It ends here, and is counted in ``Statistics/intercepted``.
  case drop
  /// It goes back to the end of the queue, with its cause. Defer only until something changes that
  /// a later message can change, or it goes round for ever.
  case `defer`
}

/// An interceptor, whatever the type of the model, which it is given by its address.
struct ErasedInterceptor {
  let started: (@Sendable (Dispatcher) -> Void)?
  let before: ((Envelope, UnsafeRawPointer) -> Interception)?
  let after: ((Envelope, UnsafeRawPointer, [any Command]) -> Void)?
  let stopped: (@Sendable () -> Void)?

  init<TypedModel>(_ interceptor: Interceptor<TypedModel>) {
    started = interceptor.started
    stopped = interceptor.stopped
    before = interceptor.before.map { before in
      { envelope, model in before(envelope, model.assumingMemoryBound(to: TypedModel.self).pointee)
      }
    }
    after = interceptor.after.map { after in
      { envelope, model, commands in
        after(envelope, model.assumingMemoryBound(to: TypedModel.self).pointee, commands)
      }
    }
  }
}
