import Synchronization

/// One word that says whether somebody is at work in a runtime, whether an update is, whether
/// letters wait, and how many readers copy the model.
///
/// A message that finds the runtime idle takes two atomic operations for all of that, about 12 ns,
/// and no lock, which would take two round trips of 10 ns each, and waits when it is contended.
struct Gate: ~Copyable, Sendable {
  private let word = Atomic<UInt>(Gate.busy | Gate.posted)
  /// The thread that is at work; 0 if none is. Each thread finds only itself here, so no order is
  /// needed.
  private let worker = Atomic<UInt>(0)

  private static var writing: UInt { 1 }
  /// A reader waits for the end of the update.
  private static var awaited: UInt { 2 }
  /// Somebody works at the letters, or will.
  private static var busy: UInt { 4 }
  /// The mailbox must be looked at before the runtime is idle again.
  private static var posted: UInt { 8 }
  /// The runtime refuses messages: nobody begins without the mailbox any more. A flag beside this
  /// word could be asked too early, with a whole shutdown between the question and the beginning.
  private static var closed: UInt { 16 }
  private static var gone: UInt { 32 }
  /// Nothing follows any more in the step that is executed, whose end nobody waits for.
  private static var abandoned: UInt { 64 }
  /// An update waits for the readers to leave: no further one enters.
  private static var wanted: UInt { 128 }
  private static var reader: UInt { 256 }

  // MARK: The one who is at work

  /// Takes the work on in an open runtime where nobody works, waits or reads, and begins an update.
  @inline(__always)
  func beginUpdateAtOnce() -> Bool { begin(Self.busy | Self.writing) }

  /// Takes the work on in an open runtime where nobody works, waits or reads.
  func begin() -> Bool { begin(Self.busy) }

  @inline(__always)
  private func begin(_ state: UInt) -> Bool {
    let begins = word.compareExchange(
      expected: 0, desired: state, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
    if begins { enter() }
    return begins
  }

  /// Ends the update and the work. False if somebody has posted or waits meanwhile: then
  /// ``endUpdate()`` and ``end()`` are next.
  @inline(__always)
  func endUpdateAtOnce() -> Bool {
    handOver()
    let ends = word.compareExchange(
      expected: Self.busy | Self.writing, desired: 0, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
    if !ends { enter() }
    return ends
  }

  /// Ends the work, if nobody has posted. Otherwise the mailbox is next.
  func end() -> Bool {
    var state = word.load(ordering: .relaxed)
    handOver()
    while state & Self.posted == 0 {
      let (ends, now) = word.compareExchange(
        expected: state, desired: state & ~Self.busy, successOrdering: .releasing,
        failureOrdering: .relaxed)
      if ends { return true }
      state = now
    }
    enter()
    return false
  }

  /// Begins an update. False while readers copy the model: they leave, and no others enter before the
  /// update has ended.
  func beginUpdate() -> Bool {
    var state = word.load(ordering: .relaxed)
    while true {
      let isFree = state < Self.reader
      let (done, now) = word.compareExchange(
        expected: state,
        desired: isFree ? (state | Self.writing) & ~Self.wanted : state | Self.wanted,
        successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if done { return isFree }
      state = now
    }
  }

  /// Whether readers copy the model.
  var hasReaders: Bool { word.load(ordering: .acquiring) >= Self.reader }

  /// Ends an update; the work goes on. Returns whether a reader waits for that.
  func endUpdate() -> Bool {
    word.bitwiseAnd(~(Self.writing | Self.awaited), ordering: .releasing).oldValue & Self.awaited
      != 0
  }

  /// The calling thread is at work from now on.
  func enter() { worker.store(currentThread, ordering: .relaxed) }

  /// The calling thread hands the work over to another one.
  func handOver() { worker.store(0, ordering: .relaxed) }

  // MARK: With the mailbox's lock held

  /// Takes the work on. False if somebody is at work, who will look into the mailbox now.
  func claim() -> Bool {
    var state = word.load(ordering: .relaxed)
    while true {
      let isFree = state & Self.busy == 0
      let (done, now) = word.compareExchange(
        expected: state, desired: state | (isFree ? Self.busy : Self.posted),
        successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if done { return isFree }
      state = now
    }
  }

  /// The mailbox must be looked at. Also by the one who is at work.
  func mark() { word.bitwiseOr(Self.posted, ordering: .relaxed) }

  /// The mailbox was emptied.
  func unmark() { word.bitwiseAnd(~Self.posted, ordering: .relaxed) }

  /// Nobody is at work.
  func release() {
    handOver()
    word.bitwiseAnd(~(Self.busy | Self.posted), ordering: .releasing)
  }

  // MARK: Any thread

  /// Whether the calling thread is at work.
  var isMine: Bool { worker.load(ordering: .relaxed) == currentThread }

  /// Whether another thread is at work.
  var isExecutedElsewhere: Bool {
    let worker = worker.load(ordering: .relaxed)
    return worker != 0 && worker != currentThread
  }

  /// Whether the calling thread is within an update.
  var isWrittenHere: Bool { isMine && word.load(ordering: .relaxed) & Self.writing != 0 }

  /// Whether letters may be in the mailbox.
  var isPosted: Bool { word.load(ordering: .acquiring) & Self.posted != 0 }

  /// From now on, nobody begins without the mailbox. False if that was so before.
  func close() -> Bool {
    word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue & Self.closed == 0
  }

  var isClosed: Bool { word.load(ordering: .acquiring) & Self.closed != 0 }

  func abandonStep() { word.bitwiseOr(Self.abandoned, ordering: .releasing) }

  var isStepAbandoned: Bool { word.load(ordering: .relaxed) & Self.abandoned != 0 }

  /// The runtime is gone.
  func markGone() { word.bitwiseOr(Self.gone, ordering: .releasing) }

  var isGone: Bool { word.load(ordering: .acquiring) & Self.gone != 0 }

  /// Lets a reader in, unless an update is at work or waits; ``endReading()`` must follow.
  func beginReading() -> Bool {
    var state = word.load(ordering: .acquiring)
    while state & (Self.writing | Self.wanted) == 0 {
      let (entered, now) = word.compareExchange(
        expected: state, desired: state + Self.reader, successOrdering: .acquiring,
        failureOrdering: .relaxed)
      if entered { return true }
      state = now
    }
    return false
  }

  /// Returns whether an update waits for this reader, the last one.
  func endReading() -> Bool {
    let state = word.subtract(Self.reader, ordering: .acquiringAndReleasing).newValue
    return state < Self.reader && state & Self.wanted != 0
  }

  /// Whether an update is at work or waits, which will wake those who wait for its end.
  func awaitsUpdate() -> Bool {
    var state = word.load(ordering: .relaxed)
    while state & (Self.writing | Self.wanted) != 0 {
      let (isMarked, now) = word.compareExchange(
        expected: state, desired: state | Self.awaited, ordering: .relaxed)
      if isMarked { return true }
      state = now
    }
    return false
  }
}
