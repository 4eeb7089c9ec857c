import Katana

/// Handles the messages of one runtime: the central loop. Used inside of steps only.
final class Cycle: Steps, @unchecked Sendable {
  // Sendable, because all state is constant, thread-safe by itself, or used inside of steps only:
  // by the executing thread, of which there is never more than one. For the same reason, the state
  // used most needs no dynamic exclusivity checks, which are measurable here.
  let core: RuntimeCore
  let model: ModelStorage
  let runner: CommandRunner
  let statistics: Statistics
  let router: Router
  @exclusivity(unchecked) private var createdIndices: LastIndices?
  /// The subscription providers of the app, in declared order.
  let providers: [ProviderNode]
  private let initialCommands: [any Command]
  let interceptors: [ErasedInterceptor]
  /// Whether an interceptor is called after each message.
  let interceptsResults: Bool
  /// Whether somebody is told of each message behind its update.
  let tellsOfEachUpdate: Bool
  /// Returns the issue of an update that is not pure; `nil` if updates are not checked.
  let purity: ((ReadPlace, any Message) -> RuntimeIssue?)?
  /// Calls the event handlers; `nil` if there are none.
  let events: EventHub?
  /// Whether messages are handled whatever their address; for tests of a single interpreter.
  let takesEveryAddress: Bool
  var unreached = Unreached()
  private var hasReportedDuplicates = false
  /// The shared slices that have not been reported.
  @exclusivity(unchecked) private(set) var sharedSlices: [SharedSlices]
  private var hasReportedObjects = false
  private(set) var hasBegun = false
  @exclusivity(unchecked) var shutdown = Shutdown()
  @exclusivity(unchecked) var finishing = Finishing()
  /// The number of the newest message, in the order in which all messages are handled.
  @exclusivity(unchecked) var lastNumber: UInt64 = 0
  @exclusivity(unchecked) var observers = ObserverList()
  /// The past model that observers see; `nil` if they see the current one. Guarded by
  /// ``RuntimeCore/rareLock``.
  var past: (any Model)?
  /// The trackers of code that waits for the consequences of a message.
  var trackers: [CompletionTracker] = []
  /// The number of trackers at which the finished ones are removed.
  private var settlementLimit = 16

  init<AppModel: Model>(
    _ program: Program<AppModel>, _ interpreters: [Interpreter],
    _ options: RuntimeOptions<AppModel>, core: RuntimeCore
  ) throws(WiringError) {
    self.core = core
    self.model = ModelStorage(program.model, core: core)
    self.router = program.router
    self.providers = program.router.nodes
    self.sharedSlices = program.router.sharedSlices
    self.runner = try CommandRunner(
      interpreters, core: core, router: program.router, providers: program.router.nodes.count,
      effects: program.effects, errors: WiringError.all(in: program))
    self.initialCommands = program.commands
    self.interceptors = options.interceptors.map { interceptor in
      ErasedInterceptor(interceptor.made(Dispatcher(Sender(core: core, origin: .interceptor))))
    }
    self.interceptsResults = interceptors.contains(where: \.wantsResults)
    self.events =
      options.eventHandlers.isEmpty
      ? nil
      : EventHub(options.eventHandlers, to: ObservedRuntime(model, of: AppModel.self))
    self.purity =
      options.checksPurity
      ? { [router] in impurity(of: $1, $0[as: AppModel.self], router) } : nil
    self.takesEveryAddress = options.takesEveryAddress
    self.tellsOfEachUpdate = events != nil || purity != nil || interceptsResults
    self.statistics = core.statistics
  }

  deinit { createdIndices?.deallocate() }

  /// The positions at which rows were found last. Created for the first message with an address.
  var lastIndices: LastIndices {
    if let createdIndices { return createdIndices }
    let lastIndices = LastIndices()
    createdIndices = lastIndices
    return lastIndices
  }

  /// Whether anything but its update sees a message: a history, event handlers, interceptors, or the
  /// purity check.
  var isWatched: Bool {
    core.history != nil || events != nil || !interceptors.isEmpty || purity != nil
  }

  /// Starts the app before the first message: interceptors, subscriptions, then the initial
  /// commands.
  func begin() {
    guard !core.isClosed else { return }
    hasBegun = true
    events?.started()
    if !interceptors.isEmpty {
      let dispatch = Dispatcher(Sender(core: core, origin: .interceptor))
      for interceptor in interceptors { interceptor.started?(dispatch) }
    }
    if purity != nil { reportDuplicates() }
    if !sharedSlices.isEmpty { reportSharedSlices { $0.isKnownToSend } }
    if !providers.isEmpty { declareAll(0) }
    start(initialCommands, after: 0, nil)
  }

  /// Reports the collections in which two elements have the same id, the first time that there are
  /// any.
  func reportDuplicates() {
    guard !hasReportedDuplicates else { return }
    for issue in RuntimeIssue.duplicates(in: model.inside, router) {
      hasReportedDuplicates = true
      core.report(issue)
    }
  }

  /// Reports slices that share what their commands and subscriptions send, once.
  @inline(never)
  func reportSharedSlices(where isMeant: (SharedSlices) -> Bool) {
    for slices in sharedSlices where isMeant(slices) { core.report(.sharedSlices(slices)) }
    sharedSlices.removeAll(where: isMeant)
  }

  func checkPurity(_ message: any Message) {
    if hasReportedObjects { return }
    guard let issue = purity?(model.inside, message) else { return }
    hasReportedObjects = issue.kind == .purityNotChecked
    core.report(issue)
  }

  func addObserver(_ observer: Observer) {
    if runner.hasEnded { return observer.finish?() ?? () }
    if let added = observer.added { withShownModel(added) }
    observers.add(observer)
  }

  func remove(_ observer: Observer.Life) { observers.remove(observer) }

  /// Returns the address of a child with the `id`s that the address does not name; `nil` if the
  /// model does not have the child.
  func find(_ scope: AnyAddress) -> AnyAddress? {
    router.find(scope, in: model.inside, lastIndices)
  }

  /// Called when a run has ended.
  func finished(_ run: RunRecord) {
    runner.finished(run)
    // Once the runtime is closed, messages of the run may have been dropped, so nothing settles.
    if !core.isClosed { run.tracker?.ended(run.id) }
    endWhenQuiet()
    if finishing.hasBegun { checkFinished() }
  }

  /// Adds a tracker of code that waits for the consequences of a message.
  func add(_ tracker: CompletionTracker) {
    if core.isClosed { return tracker.abandon() }
    tracker.begin()
    trackers.append(tracker)
    guard trackers.count >= settlementLimit else { return }
    trackers.removeAll(where: \.isOver)
    settlementLimit = max(16, 2 * trackers.count)
  }
}
