public import Katana
public import KatanaRuntime

/// An app for an exploration, with the invariants that must hold.
public struct Simulated<AppModel: Model> {
  struct Invariant {
    let name: String
    let holds: @Sendable (AppModel) -> Bool
  }

  let makeRuntime: (RuntimeSurroundings<AppModel>) throws(WiringError) -> Runtime<AppModel>
  private(set) var invariants: [Invariant] = []
  private(set) var finalInvariants: [Invariant] = []

  /// Creates an app from a program, interpreters and interceptors, as for a `Runtime`.
  ///
  /// The clock, the threads and the history are those of the simulation.
  public init(
    _ program: Program<AppModel>, interpreters: [Interpreter] = [],
    interceptors: [Interceptor<AppModel>] = []
  ) {
    makeRuntime = { (simulation) throws(WiringError) in
      try Runtime(
        program, interpreters: interpreters,
        options: RuntimeOptions(
          interceptors: interceptors + [simulation.interceptor], clock: simulation.clock,
          execution: simulation.execution, taskExecutor: simulation.taskExecutor,
          history: simulation.history, issues: simulation.issues))
    }
  }

  /// Adds an invariant that must hold at the start and after each handled message.
  ///
  /// - Parameters:
  ///   - name: The name that a failure shows, such as `"who is busy is not logged in"`.
  ///   - holds: Returns whether the invariant holds. It may also read the stand-ins of this run. It
  ///     is called on the thread of the exploration.
  /// - Returns: The app with the invariant.
  public func always(
    _ name: String, _ holds: @escaping @Sendable (AppModel) -> Bool
  ) -> Self {
    var app = self
    app.invariants.append(Invariant(name: name, holds: holds))
    return app
  }

  /// Adds an invariant that must hold at the end of the run.
  ///
  /// A run ends when all messages from the outside have been sent, their quiet time has passed, and
  /// no command runs. If commands still run when the time is over, it ends too.
  ///
  /// - Parameters:
  ///   - name: The name that a failure shows, such as `"the spinner is gone"`.
  ///   - holds: Returns whether the invariant holds. It may also read the stand-ins of this run. It
  ///     is called on the thread of the exploration.
  /// - Returns: The app with the invariant.
  public func eventually(
    _ name: String, _ holds: @escaping @Sendable (AppModel) -> Bool
  ) -> Self {
    var app = self
    app.finalInvariants.append(Invariant(name: name, holds: holds))
    return app
  }
}

/// The options that a simulation sets in its runtime.
struct RuntimeSurroundings<AppModel: Model> {
  let interceptor: Interceptor<AppModel>
  let clock: any RuntimeClock
  let execution: Execution
  let taskExecutor: any TaskExecutor
  let history: History?
  let issues: IssueHandler
}
