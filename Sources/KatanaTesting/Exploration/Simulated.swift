public import Katana
public import KatanaRuntime

/// An app as an exploration runs it: what a `Runtime` is made of, and what must hold.
public struct Simulated<AppModel: Model> {
  struct Invariant {
    let name: String
    let holds: @Sendable (AppModel) -> Bool
  }

  let makeRuntime: (RuntimeSurroundings<AppModel>) throws(WiringError) -> Runtime<AppModel>
  private(set) var invariants: [Invariant] = []
  private(set) var finalInvariants: [Invariant] = []

  /// Creates an app from the same parts as a `Runtime`; its clock, threads, and history are the
  /// simulation's.
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

  /// The same app, of which something must hold at the start and after every message.
  ///
  /// The closure may look at the fakes of this run too. Called on the thread of the exploration.
  public func always(
    _ name: String, _ holds: @escaping @Sendable (AppModel) -> Bool
  ) -> Self {
    var app = self
    app.invariants.append(Invariant(name: name, holds: holds))
    return app
  }

  /// The same app, of which something must hold when nothing is left to happen.
  public func eventually(
    _ name: String, _ holds: @escaping @Sendable (AppModel) -> Bool
  ) -> Self {
    var app = self
    app.finalInvariants.append(Invariant(name: name, holds: holds))
    return app
  }
}

/// What a simulation gives to its runtime.
struct RuntimeSurroundings<AppModel: Model> {
  let interceptor: Interceptor<AppModel>
  let clock: any RuntimeClock
  let execution: Execution
  let taskExecutor: any TaskExecutor
  let history: History?
  let issues: IssueHandler
}
