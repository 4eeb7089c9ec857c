/// Time, jobs and tasks.
extension ReferenceModel {
  /// Timers of the same time go in the order in which they were set.
  mutating func advance(to end: Int) {
    while let next = timers.filter({ $0.time <= end }).min(by: {
      ($0.time, $0.number) < ($1.time, $1.number)
    }) {
      timers.removeAll { $0.number == next.number }
      now = next.time
      fire(next.timer)
      beginTasks()
    }
    now = end
  }

  mutating func set(_ timer: Timer, after time: Int) {
    timers.append((now + time, nextNumber(), timer))
  }

  private mutating func fire(_ timer: Timer) {
    switch timer {
    case .wake(let ticket): step { $0.wake(ticket) }
    case .script(let run): speak(run)
    case .window(let key): step { $0.endWindow(key) }
    }
  }

  /// Nothing that is sent inside a step is handled before its end.
  mutating func step(_ body: (inout ReferenceModel) -> Void) {
    isHandling = true
    body(&self)
    reduce()
    isHandling = false
    handleJobs()
  }

  private mutating func endWindow(_ key: Key) {
    windows.remove(key)
    guard let badge = waiting(at: key).first(where: \.isThrottled),
      case .throttled(let time) = badge.role
    else { return }
    windows.insert(key)
    set(.window(key), after: time)
    wake(badge.ticket)
  }

  mutating func beginTasks() {
    while !tasks.isEmpty {
      let id = tasks.removeFirst()
      guard let run = runs[id] else { continue }
      if run.isCancelled {
        if run.hasStarted { isDone(id) }
        continue
      }
      runs[id]?.hasStarted = true
      note(.started(run.script.name))
      pause(id)
    }
  }

  mutating func post(_ job: Job) {
    jobs.append(job)
    handleJobs()
  }

  mutating func handleJobs() {
    if isHandling { return }
    isHandling = true
    while !jobs.isEmpty { handle(jobs.removeFirst()) }
    isHandling = false
  }

  private mutating func handle(_ job: Job) {
    switch job {
    case .word(let word, let id):
      runs[id]?.waitingMessages -= 1
      if let run = runs[id], !run.isCancelled, run.row == child(run.row.row) {
        decideRaces(for: id)
        hear(word, id)
      }
      endIfDone(id)
    case .answer(let code, let id):
      runs[id]?.waitingMessages -= 1
      if let run = runs[id], !run.isCancelled { answer(code, run, id) }
      endIfDone(id)
    case .ended(let id):
      guard let run = runs[id] else { return }
      leaveQueues(of: id)
      if !run.isCancelled { forest = forest.map { ended(id, run.outcome, $0) } }
      reduce()
    }
  }

  /// A run has failed, and says so unless something around it keeps its answer.
  private mutating func answer(_ code: Int, _ run: Run, _ id: Int) {
    let (failure, word) = (Failure.answered(code), "\(run.script.name).error")
    if isKept(failure, around: id) {
      let answer = Answer(number: nextNumber(), word: word, row: run.row)
      runs[id]?.outcome = .failed(failure, [answer])
      return
    }
    runs[id]?.outcome = .failed(failure)
    guard run.row == child(run.row.row) else { return }
    decideRaces(for: id)
    hear(word, id)
  }

  /// A word is handled, unless its race has let a command begin that cancels its run.
  private mutating func hear(_ word: String, _ id: Int) {
    if let run = runs[id], !run.isCancelled { note(.heard(word, row: run.row.row)) }
  }

  /// A run has ended when its interpreter has, and its messages have been handled.
  mutating func endIfDone(_ id: Int) {
    guard let run = runs[id], run.isDone, run.waitingMessages == 0 else { return }
    post(.ended(run: id))
  }

  /// The interpreter of a leaf has ended.
  mutating func isDone(_ id: Int) {
    guard let run = runs[id], !run.isDone else { return }
    runs[id]?.isDone = true
    endIfDone(id)
  }

  /// The interpreter of a leaf makes its next pause, or ends.
  mutating func pause(_ id: Int) {
    guard let run = runs[id] else { return }
    if run.position < run.script.pauses.count {
      let pause = run.script.pauses[run.position]
      if pause > 0 { set(.script(run: id), after: pause) } else { speak(id) }
    } else if run.script.ending != .never || run.isCancelled && run.script.style == .callback {
      if case .answersCode(let code) = run.script.ending {
        runs[id]?.waitingMessages += 1
        post(.answer(code, run: id))
      }
      isDone(id)
    }
  }

  /// The interpreter of a leaf sends its next word.
  private mutating func speak(_ id: Int) {
    guard var run = runs[id], !run.isDone else { return }
    run.position += 1
    run.waitingMessages += 1
    runs[id] = run
    post(.word("\(run.script.name).\(run.position)", run: id))
    pause(id)
  }
}
