import Katana
import Synchronization

/// Takes messages from any thread and handles them one at a time: everything about a runtime that
/// does not depend on the type of its model.
///
/// Two kinds of state: what is used with the lock held (the mailbox), and what is used only by the
/// thread that works at the mailbox, of which there is never more than one ("inside"). Nothing is
/// called with the lock held.
class Engine: @unchecked Sendable {
  // Sendable, because all state belongs to one of the two kinds above; who works at the mailbox
  // changes under the lock, which orders the accesses. That is also why the hottest state goes without
  // dynamic exclusivity checks, which cost 12 ns each.

  enum Letter {
    case message(Envelope)
    /// Something that must happen in order with the messages, but is none.
    case task((Engine) -> Void)
  }

  let home: Home
  let execution: Execution
  let tasks: (any TaskExecutor)?
  private let softLimit: Int
  private let lock = Lock()
  @exclusivity(unchecked) private var mailbox = Mailbox<Letter>()
  @exclusivity(unchecked) private var isOverLimit = false
  /// Refuses messages from now on.
  private let isClosing = Atomic(false)

  let model: ModelCell

  // Inside:
  /// The number of the message handled last, in the total order of messages.
  @exclusivity(unchecked) final var lastNumber: UInt64 = 0
  /// The letters taken from the mailbox, in reverse order.
  @exclusivity(unchecked) private var batch: [Letter] = []
  /// What leads from a dispatcher to this, while a step that began there is not finished: the runtime
  /// may be dropped during the update, and nobody else could finish the step.
  @exclusivity(unchecked) final var unfinishedLink: EngineLink?
  let effects: Effects
  var shutdown = Shutdown()
  /// Those who wait for the consequences of a message.
  private var settlements: [Settlement] = []

  init(
    home: Home, model: ModelCell, execution: Execution, tasks: (any TaskExecutor)?,
    softLimit: Int, effects: Effects
  ) {
    self.home = home
    self.model = model
    self.execution = execution
    self.tasks = tasks
    self.softLimit = softLimit
    self.effects = effects
  }

  /// Handles one message: the cycle.
  func step(_ envelope: inout Envelope) { fatalError("a subclass handles messages") }
  /// Does what comes before the first message.
  func begin() { fatalError("a subclass begins") }
  /// Stops everything that was started.
  func end() { fatalError("a subclass ends") }
  /// Whether the model has the child at an address.
  func contains(_ scope: Scope) -> Bool { fatalError("a subclass has the model") }

  // MARK: Any thread

  final func post(_ envelope: consuming Envelope) {
    if isClosing.load(ordering: .acquiring) { return refuse(envelope) }
    let here = execution.isHere(posting: copy envelope)
    lock.lock()
    claim()
    let duty = mailbox.post(.message(copy envelope), here: here)
    let isOver = mailbox.count > softLimit && !isOverLimit
    if isOver { isOverLimit = true }
    lock.unlock()
    if isOver { reportOverLimit(envelope) }
    if duty == .handle {
      handle(&envelope)
      work()
    } else {
      perform(duty)
    }
  }

  /// Posts something that must happen in order with the messages.
  final func post(_ task: @escaping @Sendable (Engine) -> Void) {
    let here = execution.isHere(posting: nil)
    let duty = lock.withLock {
      claim()
      return mailbox.post(.task(task), here: here)
    }
    if duty == .handle {
      task(self)
      work()
    } else {
      perform(duty)
    }
  }

  /// An idle mailbox may have a thread at work that came without the lock; see `ModelCell`.
  private func claim() {
    if mailbox.phase == .idle && !model.claim() { mailbox.join() }
  }

  /// Posts a message that somebody waits for.
  final func await(_ settlement: Settlement, _ timeout: Duration?, _ envelope: Envelope) {
    post { engine in
      if engine.isClosed { return settlement.abandon() }
      if let timeout { engine.limit(settlement, timeout) }
      engine.settlements.removeAll(where: \.isOver)
      engine.settlements.append(settlement)
    }
    post(envelope)
  }

  private func limit(_ settlement: Settlement, _ timeout: Duration) {
    let timer = home.schedule(after: timeout) { settlement.timeOut() }
    settlement.onEnd { timer.cancel() }
  }

  final func open() {
    let here = execution.isHere(posting: nil)
    perform(lock.withLock { mailbox.open(with: .task { $0.begin() }, here: here) })
  }

  /// Refuses messages from now on, and ends after the current step.
  final func requestShutdown() {
    model.close()
    guard !isClosing.exchange(true, ordering: .acquiringAndReleasing) else { return }
    open()
    post { engine in
      engine.end()
      for settlement in engine.settlements { settlement.abandon() }
      engine.endWhenQuiet()
    }
  }

  final var isClosed: Bool { isClosing.load(ordering: .acquiring) }

  private func perform(_ duty: Mailbox<Letter>.Duty) {
    switch duty {
    case .none, .handle: break
    case .drain: work()
    case .schedule:
      execution.schedule(tasks) { [self] in
        if lock.withLock({ mailbox.claim() }) { work() }
      }
    }
  }

  private func refuse(_ envelope: Envelope) {
    home.statistics.add(to: .lost)
    if envelope.sender.isRun, envelope.sender.messageIsDone() { keepTrack(of: envelope.sender) }
    guard case .outside = envelope.origin else { return }
    home.report(
      .dispatchAfterShutdown(
        message: Label(envelope.message).fullName, file: envelope.file, line: envelope.line))
  }

  /// Registers a run whose last message on its way was refused, so that it hears of the end too, unless
  /// it has ended meanwhile.
  private func keepTrack(of sender: Sender) {
    guard let run = sender as? Run, !home.cancellation.hasCancelled(run) else { return }
    post { [weak run] engine in
      guard let run else { return }
      var sender: Sender = consume run
      engine.effects.keepTrack(of: &sender)
    }
  }

  private func reportOverLimit(_ envelope: Envelope) {
    home.statistics.add(to: .overLimit)
    home.report(
      .tooManyWaitingMessages(count: softLimit, message: Label(envelope.message).fullName))
  }

  // MARK: Inside

  /// Handles letters until there are none, or until the burst is over and the rest goes on elsewhere.
  /// The mailbox stays busy meanwhile, so nobody can overtake.
  final func work() {
    var count = 0
    while let letter = nextLetter() {
      guard count < execution.burst else {
        batch.append(letter)
        return execution.schedule(tasks) { [self] in work() }
      }
      count += 1
      switch consume letter {
      case .message(var envelope): handle(&envelope)
      case .task(let task): task(self)
      }
    }
  }

  private func nextLetter() -> Letter? {
    if let letter = batch.popLast() { return letter }
    // Once the mailbox is idle, another thread may be at work: nothing of ours is touched after that.
    lock.lock()
    mailbox.take(into: &batch)
    let isDone = batch.isEmpty
    if isDone {
      isOverLimit = false
      model.release()
    }
    lock.unlock()
    if isDone { return nil }
    batch.reverse()
    return batch.popLast()
  }

  private func handle(_ envelope: inout Envelope) {
    lastNumber += 1
    envelope.number = lastNumber
    if isClosing.load(ordering: .relaxed) {
      home.statistics.add(to: .lost)
    } else {
      step(&envelope)
    }
    if envelope.sender.isRun && envelope.sender.messageIsDone() {
      effects.keepTrack(of: &envelope.sender)
    }
  }

  /// The message of an envelope, if it may still be handled: its sender was not silenced and the
  /// child it comes from or goes to is there.
  final func admit(_ envelope: inout Envelope) -> Bool {
    let sender = envelope.sender
    if envelope.isBuffered, let declaration = sender as? Declaration {
      guard let message = effects.subscriptions.takeBuffered(declaration) else { return false }
      envelope.message = message
      envelope.isBuffered = false
    }
    if sender.isSilenced { return reject(envelope, .silenced) }
    guard typeID(of: envelope.message) == ObjectIdentifier(ScopedMessage.self),
      let scoped = envelope.message as? ScopedMessage
    else { return true }
    if sender.scope?.isGone == true || !contains(scoped.scope) { return reject(envelope, .gone) }
    return true
  }

  /// Counts a message that is not handled.
  final func reject(_ envelope: Envelope, _ counter: Statistics.Counter) -> Bool {
    home.statistics.add(to: counter)
    envelope.sender.settlement?.done(nil, envelope.wait)
    return false
  }

  /// Puts a message back at the end of the queue.
  final func putBack(_ envelope: Envelope) {
    var envelope = envelope
    if envelope.wait == .none, let settlement = envelope.sender.settlement {
      settlement.deferred()
      envelope.wait = .chain
    }
    envelope.sender.countMessage()
    post(envelope)
  }

  final func finished(_ id: Run.ID, _ settlement: Settlement?) {
    effects.finished(id)
    settlement?.ended(id)
    endWhenQuiet()
  }
}
