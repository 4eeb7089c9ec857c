public import Katana

/// What a ``Runtime`` may be told beside its program and its interpreters. The defaults are right
/// for most apps.
public struct RuntimeOptions<AppModel: Model>: Sendable {
  /// What may drop, replace or defer each message, in this order.
  public var interceptors: [Interceptor<AppModel>]
  /// What is told of all that happens, in this order.
  public var listeners: [EventListener]
  /// Where all time comes from.
  public var clock: any RuntimeClock
  /// Which thread handles messages.
  public var execution: Execution
  /// Where the runtime's tasks run; the default pool if `nil`.
  public var taskExecutor: (any TaskExecutor)?
  /// Where to record what caused each message; costs nothing if `nil`.
  public var history: History?
  /// How many messages may wait before an issue is reported. None is dropped.
  public var softLimit: Int
  /// Whether each update is run two more times on copies, to report one that is not pure, and
  /// whether elements with the same `id` are looked for after it. For debug builds.
  public var checksPurity: Bool
  /// Where problems at run time are reported.
  public var issues: IssueHandler

  /// For tests of an interpreter alone: messages are handled whatever their address.
  package var takesEveryAddress = false

  /// Creates options; each is described at its property.
  public init(
    interceptors: [Interceptor<AppModel>] = [], listeners: [EventListener] = [],
    clock: any RuntimeClock = .system,
    execution: Execution = .caller, taskExecutor: (any TaskExecutor)? = nil,
    history: History? = nil, softLimit: Int = 100_000, checksPurity: Bool = false,
    issues: IssueHandler = .standardError
  ) {
    self.interceptors = interceptors
    self.listeners = listeners
    self.clock = clock
    self.execution = execution
    self.taskExecutor = taskExecutor
    self.history = history
    self.softLimit = softLimit
    self.checksPurity = checksPurity
    self.issues = issues
  }
}
