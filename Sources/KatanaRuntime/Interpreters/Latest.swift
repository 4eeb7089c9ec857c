public import Katana

/// The subscription of a type that the model declares now, for interpreters that need a part of the
/// model.
///
/// An interpreter does not see the model. A feature declares what others need as a subscription,
/// and an interpreter reads it here:
///
/// ```swift
/// struct APISession: ConstantSubscription {      // declared while somebody is logged in
///   var token: Secret<String>
/// }
///
/// let session = Latest<APISession>()
/// let runtime = try Runtime(
///   program,
///   interpreters: [
///     .subscription(session),
///     .command(Fetch.self) { command, _ in
///       try await server.fetch(command, session.value?.token)
///     },
///   ])
/// ```
///
/// Create one for each runtime. If the model declares several subscriptions of the type, the value
/// is the one that started or changed last.
public final class Latest<Sub: Subscription>: Sendable {
  private let declared = Locked<[(interpreter: ObjectIdentifier, value: Sub)]>([])

  /// Creates a value for a runtime that has not started.
  public init() {}

  /// The subscription; `nil` if the model declares none. May be read from any thread. A command
  /// that an update returns starts after the changes of that update's subscriptions.
  public var value: Sub? { declared.withLock { $0.last?.value } }

  fileprivate func set(_ value: Sub?, of interpreter: LatestInterpreter<Sub>) {
    let id = ObjectIdentifier(interpreter)
    // Released without the lock, because a deinitialiser may run any code.
    let old = declared.withLock { declared in
      let old = declared
      declared.removeAll { $0.interpreter == id }
      if let value { declared.append((id, value)) }
      return old
    }
    withExtendedLifetime(old) {}
  }
}

extension Interpreter {
  /// Registers the holder of the latest subscription of a type as its interpreter; see ``Latest``.
  public static func subscription<Sub: Subscription>(_ latest: Latest<Sub>) -> Interpreter {
    .subscription { subscription, _ in LatestInterpreter(latest, subscription) }
  }
}

private final class LatestInterpreter<Sub: Subscription>: SubscriptionInterpreter {
  private let latest: Latest<Sub>
  private let subscription: Sub

  init(_ latest: Latest<Sub>, _ subscription: Sub) {
    (self.latest, self.subscription) = (latest, subscription)
  }

  func start() { latest.set(subscription, of: self) }
  func stop() { latest.set(nil, of: self) }

  func update(to subscription: Sub) -> Bool {
    latest.set(subscription, of: self)
    return true
  }
}
