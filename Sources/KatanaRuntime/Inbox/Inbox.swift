import Synchronization

/// The jobs of a runtime: accepted from any thread, taken by one thread at a time. What they do is
/// not known here.
///
/// Its state is of three kinds: thread-safe by itself; used with the lock held; used only by the
/// executing thread, of which there is never more than one. ``state`` records which thread that is.
final class Inbox<Job>: @unchecked Sendable {
  // Sendable, because all state is of one of the kinds above; the executing thread changes through
  // `state`, which orders the accesses.
  let state = SharedExecutionState()
  // Used with the lock held:
  private let lock = Lock()
  /// Jobs from threads that do not execute.
  @exclusivity(unchecked) private var posted = PagedQueue<Job>()
  /// Whether the limit was exceeded since the queues were empty.
  @exclusivity(unchecked) private var isOverLimit = false

  // Used by the executing thread only:
  /// Jobs that were taken out of `posted`, and those that jobs have posted. They are executed before
  /// `posted`.
  @exclusivity(unchecked) private var own = PagedQueue<Job>()
  /// The number of jobs in `own`, for other threads.
  private let ownCount = Atomic<Int>(0)
  @exclusivity(unchecked) private var isLeaving = false

  // MARK: Posting, by any thread

  /// Adds a job, and returns what this thread must do for it to be executed. With `execute`, it takes
  /// jobs as long as ``hasNext(gone:)`` says that there are some.
  ///
  /// - Parameters:
  ///   - isHere: Whether this thread may execute jobs.
  ///   - refusing: The flags of the state with which the job is refused.
  ///   - limit: The number of waiting jobs that is exceeded, once until the queues are empty.
  ///   - placed: Called when the job has its place, before another thread can take it, perhaps with the
  ///     lock held; with whether it exceeds the limit.
  ///   - refused: Called with the job if it is refused.
  func post(
    _ job: consuming Job, here isHere: Bool, unless refusing: UInt, limit: Int,
    placed: (borrowing Job, Bool) -> Void, refused: (Job) -> Void
  ) -> ExecutionState.Duty {
    if state.has(refusing) {
      refused(job)
      return .refuse
    }
    let isLocal = state.isExecutedHere && !state.has(ExecutionState.posted)
    if isLocal || isHere && state.begin() {
      placed(job, own.count >= limit && notesExcess())
      own.append(job)
      noteOwn()
      return isLocal ? .append : .execute
    }
    lock.lock()
    // Asked again in the same operation, so that no job has its place behind the shutdown.
    let duty = state.change { $0.has(refusing) ? .refuse : $0.post(here: isHere) }
    if duty == .refuse {
      lock.unlock()
      refused(job)
      return .refuse
    }
    let isFirst = !isOverLimit && posted.count + ownCount.load(ordering: .relaxed) >= limit
    if isFirst { isOverLimit = true }
    placed(job, isFirst)
    posted.append(job)
    lock.unlock()
    return duty
  }

  /// Notes that the limit is exceeded. Returns `false` if it was before.
  private func notesExcess() -> Bool {
    lock.withLock {
      defer { isOverLimit = true }
      // So that the execution ends with the lock held, which is needed to reset the flag.
      state.change { $0.insert(ExecutionState.posted) }
      return !isOverLimit
    }
  }

  /// The number of jobs that the executing thread has taken and not executed.
  var takenCount: Int { ownCount.load(ordering: .relaxed) }

  /// Starts the execution of the jobs, which have waited for it.
  ///
  /// - Parameter begins: Asked with the lock held whether it starts.
  /// - Returns: What this thread must do; `nil` if the execution has started before, or does not.
  func start(here isHere: Bool, if begins: () -> Bool) -> ExecutionState.Duty? {
    lock.withLock { begins() ? state.change { $0.start(here: isHere) } : nil }
  }

  /// Calls a function with the lock of the queue held.
  func withLock<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }

  // MARK: Executing

  /// Begins to execute and to update, if nothing else happens, on behalf of a message that needs no
  /// place in the queue. Followed by ``leave()``.
  func enter() -> Bool { state.beginWithUpdate() }

  /// Ends what ``enter()`` has begun. Returns `false` if something else has come: then the update
  /// must be ended, and jobs be executed.
  func leave() -> Bool { own.isEmpty && state.endWithUpdate() }

  /// Notes that a scheduled worker begins. Returns `false` if another thread has begun before it.
  func arrive() -> Bool { lock.withLock { state.change { $0.arrive() } } }

  /// Takes the next job, after ``hasNext(gone:)`` has said that there is one.
  func next() -> Job {
    // Moved, never copied: the job may hold a run, which must end when the job was executed.
    let job = own.removeFirst()
    noteOwn()
    return job
  }

  /// Returns whether there is a job. If there is none, this thread executes no longer, and may not use
  /// what only the executing thread may use.
  ///
  /// - Parameter gone: Called before this thread ends the last execution of all; see ``close()``.
  func hasNext(gone: () -> Void) -> Bool { !own.isEmpty || !state.end() && takePosted(gone: gone) }

  /// Takes the jobs that other threads have posted. If there are none, it ends the execution and
  /// returns `false`.
  private func takePosted(gone: () -> Void) -> Bool {
    lock.withLock {
      swap(&own, &posted)
      if own.isEmpty {
        if isLeaving { gone() }
        isOverLimit = false
        state.leave()
        state.change { $0.endWithLock(isGone: isLeaving) }
        return false
      }
      // Resetting `isOverLimit` and the end need the lock, so the flag stays set: the execution
      // cannot end without the lock then.
      if !isOverLimit && !isLeaving { state.change { $0.remove(ExecutionState.posted) } }
      noteOwn()
      return true
    }
  }

  /// Refuses all jobs when those that wait were executed. Called by the executing thread.
  func close() {
    isLeaving = true
    _ = lock.withLock { state.change { $0.insert(ExecutionState.posted) } }
  }

  private func noteOwn() { ownCount.store(own.count, ordering: .relaxed) }

  // MARK: Updating and reading

  /// Begins an update. Waits until no reader copies the model.
  func beginUpdate() {
    while !state.change({ $0.beginUpdate() }) {
      lock.withLock { while state.hasReaders { lock.wait() } }
    }
  }

  /// Ends an update, and wakes the threads that wait for its end.
  func endUpdate() { if state.change({ $0.endUpdate() }) { lock.withLock { lock.wakeAll() } } }

  /// Blocks while an update changes the model.
  func waitForUpdate() {
    lock.withLock { while state.change({ $0.awaitUpdate() }) { lock.wait() } }
  }

  /// Ends the reading of the model, and wakes an update that waits for it.
  func endReading() {
    if state.change({ $0.endReading() }) { lock.withLock { lock.wakeAll() } }
  }
}
