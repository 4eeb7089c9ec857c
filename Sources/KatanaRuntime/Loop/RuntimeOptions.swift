public import Katana

/// The options of a ``Runtime``. The defaults are right for most apps.
public struct RuntimeOptions<AppModel: Model>: Sendable {
  package var interceptors: [Interceptor<AppModel>]
  package var eventHandlers: [EventHandler]
  package var clock: any RuntimeClock
  package var execution: Execution
  package var taskExecutor: (any TaskExecutor)?
  package var history: History?
  package var softLimit: Int
  package var checksPurity: Bool
  package var issues: IssueHandler

  /// Whether messages are handled whatever their address; for tests of a single interpreter.
  package var takesEveryAddress = false

  /// Creates options.
  ///
  /// - Parameters:
  ///   - interceptors: The interceptors, which may drop, replace or defer each message. They are
  ///     called in this order.
  ///   - eventHandlers: The event handlers, which are called for each event, in this order.
  ///   - clock: The clock from which the runtime and its interpreters take the time.
  ///   - execution: Which thread handles messages.
  ///   - taskExecutor: The executor on which the runtime's tasks run; the default executor if
  ///     `nil`.
  ///   - history: The history that records the cause of each message; none is recorded if `nil`.
  ///   - softLimit: The number of waiting messages above which an issue is reported. No message is
  ///     dropped.
  ///   - checksPurity: Whether the runtime checks that updates and subscriptions are pure, and that
  ///     the elements of a collection have different ids. Each update is run two more times on
  ///     copies of the model, and issues report differences. If the model holds an object, updates
  ///     are not checked, and an issue says so. Values that cannot be compared count as equal. For
  ///     debug builds.
  ///   - issues: The handler of issues that arise while the runtime runs.
  public init(
    interceptors: [Interceptor<AppModel>] = [], eventHandlers: [EventHandler] = [],
    clock: any RuntimeClock = .system,
    execution: Execution = .caller, taskExecutor: (any TaskExecutor)? = nil,
    history: History? = nil, softLimit: Int = 100_000, checksPurity: Bool = false,
    issues: IssueHandler = .standardError
  ) {
    self.interceptors = interceptors
    self.eventHandlers = eventHandlers
    self.clock = clock
    self.execution = execution
    self.taskExecutor = taskExecutor
    self.history = history
    self.softLimit = softLimit
    self.checksPurity = checksPurity
    self.issues = issues
  }
}
