import Katana

/// Handles the messages of one runtime: the central loop.
///
/// Its files follow what happens: admission, the step, the commands and subscriptions that follow from it,
/// the end. All of it happens inside of steps: by the executing thread, of which there is never more than
/// one.
final class Loop: @unchecked Sendable {
  // Sendable, because all state is constant, thread-safe by itself, or used inside of steps only. What each
  // message reads needs no dynamic exclusivity checks, which are measurable here.

  let core: RuntimeCore
  let model: ModelStorage
  let router: Router
  private let initialCommands: [any Command]
  let interceptors: [ErasedInterceptor]
  /// Calls the event handlers; `nil` if there are none.
  let events: EventHub?
  /// Whether messages are handled whatever their address; for tests of a single interpreter.
  let takesEveryAddress: Bool

  /// The number of the newest message, in the order in which all messages are handled.
  @exclusivity(unchecked) var lastNumber: UInt64 = 0
  private(set) var hasBegun = false
  /// Whether the runtime has ended. A run that is registered later, since its last message was still
  /// waiting, is cancelled at once.
  @exclusivity(unchecked) var hasEnded = false
  @exclusivity(unchecked) var end = End()

  // Who is told.
  @exclusivity(unchecked) var observers = ObserverList()
  /// The past model that observers see; `nil` if they see the current one. Guarded by
  /// ``RuntimeCore/rareLock``.
  @exclusivity(unchecked) var past: (any Model)?
  var unreached = Unreached()
  /// The shared slices that have not been reported.
  private var sharedSlices: [SharedSlices]
  /// The trackers of code that waits for the consequences of a message.
  private var trackers: [CompletionTracker] = []
  /// The number of trackers at which the finished ones are removed.
  private var trackerLimit = 16

  // What follows from messages.
  var routing: CommandRouting
  @exclusivity(unchecked) private var usedSubscriptions: SubscriptionStore?
  /// The runs that go on after their interpreter has returned.
  @exclusivity(unchecked) var runs: [RunID: Run] = [:]
  /// A run that had not ended when ``hasLiveRuns(except:)`` was last called.
  var lastLive: RunID?
  /// The first run that ``dropCommands()`` has not cancelled. This covers also the runs that were not
  /// registered then, because their messages were still waiting.
  @exclusivity(unchecked) var firstKept: RunID?
  /// The children with something alive: commands or subscriptions.
  let children = ChildRecord()
  /// The records of children that have gone in the current step. Commands that such a child has returned
  /// in this step, such as a ``Cancel``, still belong to them.
  @exclusivity(unchecked) var ended: [AnyAddress: ChildRecord] = [:]
  /// What their providers had declared.
  @exclusivity(unchecked) var goneLists: [DeclaredList] = []
  /// The records that commands have asked for in the current step.
  @exclusivity(unchecked) var opened: [ChildRecord] = []
  /// The control commands in flight.
  var activities = Activities<Loop>()
  /// Whether a step is starting a control command. After a request to shut down, commands may start only
  /// then, not because another command has ended or a timer has fired.
  @exclusivity(unchecked) var isStarting = false
  /// Whether the turns are taken that come after the commands of a step.
  @exclusivity(unchecked) var isEndingStep = false
  /// The commands that wait for others of their list.
  @exclusivity(unchecked) var waiting: [EarlierCommands] = []
  private var createdIndices: LastIndices?

  /// - Throws: ``WiringError`` if one type has two interpreters, if a stated effect has no interpreter or
  ///   several that accept it, or if parts of the program cannot be told apart.
  init<AppModel: Model>(
    _ program: Program<AppModel>, _ interpreters: [Interpreter],
    _ options: RuntimeOptions<AppModel>, core: RuntimeCore
  ) throws(WiringError) {
    let routing = CommandRouting(RegisteredInterpreters(interpreters))
    let errors = routing.errors(program.effects) + WiringError.all(in: program)
    if let error = WiringError.all(errors) { throw error }
    self.core = core
    self.routing = routing
    model = ModelStorage(program.model, core: core)
    router = program.router
    sharedSlices = program.router.sharedSlices
    initialCommands = program.commands
    takesEveryAddress = options.takesEveryAddress
    events =
      options.eventHandlers.isEmpty
      ? nil
      : EventHub(options.eventHandlers, to: ObservedRuntime(model, of: AppModel.self))
    let own = options.interceptors.map { interceptor in
      ErasedInterceptor(interceptor.made(Dispatcher(Sender(core: core, origin: .interceptor))))
    }
    interceptors =
      options.checksPurity ? own + [PurityCheck<AppModel>(model, router).interceptor] : own
    activities.world = self
  }

  deinit { createdIndices?.deallocate() }

  /// The positions at which rows were found last. Created for the first message with an address.
  var lastIndices: LastIndices {
    if let createdIndices { return createdIndices }
    let lastIndices = LastIndices()
    createdIndices = lastIndices
    return lastIndices
  }

  /// Runs the subscriptions. Created at its first use, because many apps declare none.
  var subscriptions: SubscriptionStore {
    if let usedSubscriptions { return usedSubscriptions }
    let subscriptions = SubscriptionStore(
      core: core, router: router, factory: routing.interpreters.factory)
    usedSubscriptions = subscriptions
    return subscriptions
  }

  /// The running subscriptions, in the order of their start.
  var runningSubscriptions: [any Subscription] { usedSubscriptions?.running ?? [] }

  func stopSubscriptions() {
    var lists = goneLists
    children.forEach { lists += $0.takeLists() }
    goneLists = []
    usedSubscriptions?.stopAll(lists)
  }

  /// Whether anything but its update sees a message.
  var isWatched: Bool { core.history != nil || events != nil || !interceptors.isEmpty }

  /// Starts the app before the first message: interceptors, subscriptions, then the initial commands.
  func begin() {
    guard !core.isClosed else { return }
    hasBegun = true
    events?.started()
    if !interceptors.isEmpty {
      let dispatch = Dispatcher(Sender(core: core, origin: .interceptor))
      for interceptor in interceptors { interceptor.started?(dispatch) }
    }
    reportSharedSlices { $0.isKnownToSend }
    declareAll(0)
    start(initialCommands, cause: 0, nil)
  }

  /// Reports slices that share what their commands and subscriptions send, once.
  func reportSharedSlices(where isMeant: (SharedSlices) -> Bool) {
    if sharedSlices.isEmpty { return }
    for slices in sharedSlices where isMeant(slices) { core.report(.sharedSlices(slices)) }
    sharedSlices.removeAll(where: isMeant)
  }

  // MARK: Who is told

  func add(_ observer: Observer) {
    if hasEnded { return observer.finish?() ?? () }
    if let added = observer.added { withShownModel(added) }
    observers.add(observer)
  }

  func remove(_ observer: Observer.Life) { observers.remove(observer) }

  /// Adds a tracker of code that waits for the consequences of a message.
  func add(_ tracker: CompletionTracker) {
    if core.isClosed { return tracker.abandon() }
    tracker.begin()
    trackers.append(tracker)
    guard trackers.count >= trackerLimit else { return }
    trackers.removeAll(where: \.isOver)
    trackerLimit = max(16, 2 * trackers.count)
  }

  func abandonTrackers() { for tracker in trackers { tracker.abandon() } }
}
