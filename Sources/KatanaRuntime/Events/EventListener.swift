public import Katana

/// Is told what happens in a runtime: what logs, traces, recordings and monitors are built on.
///
/// A listener knows and does not act: it cannot change what becomes of a message, as an
/// ``Interceptor`` can. It says which events it wants, and only those are gathered.
///
/// ```swift
/// let failures = EventListener(to: .commands) { event in
///   if case .command(let command) = event.fact, case .failed(let error) = command.step {
///     print("\(command.command) has failed: \(error)")
///   }
/// }
/// let runtime = try Runtime(program, options: RuntimeOptions(listeners: [.log(), failures]))
/// ```
///
/// Listeners are told in the order in which the runtime was given them, inside its steps, so one event
/// at a time, on the thread that handles the message. Two kinds may come from any thread and beside
/// others: issues, and messages that are not handled. What a listener sends is queued.
public struct EventListener: Sendable {
  /// Which events a listener wants.
  public struct Kinds: OptionSet, Sendable {
    /// One bit for each kind.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Each message before its update: ``RuntimeEvent/Fact/handling(_:)``.
    public static let updates = Kinds(rawValue: 1)
    /// What became of each message: ``RuntimeEvent/Fact/handled(_:)`` and
    /// ``RuntimeEvent/Fact/notHandled(_:)``; and ``RuntimeEvent/Fact/modelReplaced(after:)``.
    public static let messages = Kinds(rawValue: 2)
    /// What happens to commands. Each run is kept track of then, which costs as much as a short
    /// command.
    public static let commands = Kinds(rawValue: 4)
    /// What happens to subscriptions.
    public static let subscriptions = Kinds(rawValue: 8)
    /// Issues.
    public static let issues = Kinds(rawValue: 16)
    /// The start and the end of the runtime.
    public static let lifecycle = Kinds(rawValue: 32)
    /// The time of each event that is told, and the durations of updates. It costs two looks at the
    /// clock for each message.
    public static let times = Kinds(rawValue: 64)
    /// All of them.
    public static let all: Kinds = [
      .updates, .messages, .commands, .subscriptions, .issues, .lifecycle, .times,
    ]
  }

  let kinds: Kinds
  let make: @Sendable (ListenedRuntime) -> @Sendable (RuntimeEvent) -> Void

  /// Creates a listener from a function.
  ///
  /// - Parameters:
  ///   - kinds: Which events the function is called with.
  ///   - handle: Called with each event. It may be given to several runtimes.
  public init(to kinds: Kinds = .all, _ handle: @escaping @Sendable (RuntimeEvent) -> Void) {
    self.init(to: kinds, make: { _ in handle })
  }

  private init(
    to kinds: Kinds,
    make: @escaping @Sendable (ListenedRuntime) -> @Sendable (RuntimeEvent) -> Void
  ) {
    self.kinds = kinds
    self.make = make
  }

  /// Returns a listener that is made anew for each runtime, so that what it keeps belongs to one.
  ///
  /// - Parameters:
  ///   - kinds: Which events the function is called with.
  ///   - make: Called once for each runtime, when that is created. Returns the function that is called
  ///     with each event.
  public static func forEachRuntime(
    to kinds: Kinds = .all,
    _ make: @escaping @Sendable (_ runtime: ListenedRuntime) -> @Sendable (RuntimeEvent) -> Void
  ) -> EventListener {
    EventListener(to: kinds, make: make)
  }
}

/// What a listener may read of its runtime. It does not keep the runtime alive.
public struct ListenedRuntime: Sendable {
  private let read: @Sendable () -> (any Model)?
  private let change: @Sendable (ModelTravel) -> Void
  /// The clock of the runtime.
  public let clock: any RuntimeClock

  init<AppModel: Model>(_ cell: ModelStorage, of type: AppModel.Type, _ clock: any RuntimeClock) {
    self.read = { [weak cell] in cell?.read(as: type) }
    self.change = { [weak cell] in cell?.core.post($0, of: type) }
    self.clock = clock
  }

  /// The model after the last finished update, from any thread; `nil` if the runtime is gone.
  ///
  /// Who keeps the copy makes the next change of each array in the model copy that array.
  public var model: (any Model)? { read() }

  /// Shows another model, or goes on from one.
  package func travel(_ travel: ModelTravel) { change(travel) }
}
