public import Katana

/// Receives the events of a runtime. Logs, traces, recordings and monitors are event handlers.
///
/// An event handler cannot change what becomes of a message, as an ``Interceptor`` can. It states
/// which kinds of events it wants, and the runtime creates only those.
///
/// ```swift
/// let failures = EventHandler(to: .commands) { event in
///   if case .command(let command) = event.fact, case .failed(let error) = command.step {
///     print("\(command.command) has failed: \(error)")
///   }
/// }
/// let runtime = try Runtime(program, options: RuntimeOptions(eventHandlers: [.log(), failures]))
/// ```
///
/// The runtime calls its event handlers in the order in which they were given to it, within its
/// steps: one event at a time, on the thread that handles the message. Two kinds of events may come
/// from any thread and at the same time as others: issues, and messages that are not handled.
/// Messages that an event handler sends are queued.
///
/// - Important: An event handler that keeps a dispatcher of its runtime must release it, at the
///   latest at ``RuntimeEvent/Fact/ended``, or neither is ever released. The runtime holds its
///   event handlers until the last dispatcher is gone, because they are told of messages that are
///   sent too late.
public struct EventHandler: Sendable {
  /// The kinds of events that an event handler wants.
  public struct Kinds: OptionSet, Sendable {
    /// One bit for each kind.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Each message before its update: ``RuntimeEvent/Fact/handling(_:)``.
    public static let updates = Kinds(rawValue: 1)
    /// The result of each message: ``RuntimeEvent/Fact/handled(_:)`` or
    /// ``RuntimeEvent/Fact/notHandled(_:)``. Also ``RuntimeEvent/Fact/modelReplaced(after:)``.
    public static let messages = Kinds(rawValue: 2)
    /// Events of commands. The runtime then tracks each run, which makes short commands noticeably
    /// slower.
    public static let commands = Kinds(rawValue: 4)
    /// Events of subscriptions.
    public static let subscriptions = Kinds(rawValue: 8)
    /// Issues.
    public static let issues = Kinds(rawValue: 16)
    /// The start and the end of the runtime.
    public static let lifecycle = Kinds(rawValue: 32)
    /// The time of each event, and the durations of updates. The runtime then reads the clock
    /// several times for each message.
    public static let times = Kinds(rawValue: 64)
    /// All kinds.
    public static let all: Kinds = [
      .updates, .messages, .commands, .subscriptions, .issues, .lifecycle, .times,
    ]
  }

  let kinds: Kinds
  let make: @Sendable (ObservedRuntime) -> @Sendable (RuntimeEvent) -> Void
}

extension EventHandler {
  /// Creates an event handler from a function.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events that the event handler wants.
  ///   - handle: Called with each event. The event handler may be given to several runtimes.
  public init(to kinds: Kinds = .all, _ handle: @escaping @Sendable (RuntimeEvent) -> Void) {
    self.init(kinds: kinds, make: { _ in handle })
  }

  /// Creates an event handler whose function is created anew for each runtime, so that its state
  /// belongs to one runtime.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events that the event handler wants.
  ///   - make: Called once for each runtime, when the runtime is created. Returns the function that
  ///     is called with each event.
  public static func forEachRuntime(
    to kinds: Kinds = .all,
    _ make: @escaping @Sendable (_ runtime: ObservedRuntime) -> @Sendable (RuntimeEvent) -> Void
  ) -> EventHandler {
    EventHandler(kinds: kinds, make: make)
  }
}

/// Access of an event handler to its runtime. It does not keep the runtime alive.
public struct ObservedRuntime: Sendable {
  /// The clock of the runtime.
  public let clock: any RuntimeClock
  let read: @Sendable () -> (any Model)?
  /// See ``Runtime/show(_:)``; `nil` shows the present model.
  package let show: @Sendable ((any Model)?) -> Void
  /// See ``Runtime/goOn(from:)``. The function is called after the model was replaced, before the
  /// event handlers are called.
  package let goOn: @Sendable (any Model, @escaping @Sendable () -> Void) -> Void

  /// The model after the last finished update; `nil` if the runtime is gone. May be read from any
  /// thread.
  ///
  /// While the copy is kept, the next change of each array in the model copies that array.
  public var model: (any Model)? { read() }
}
