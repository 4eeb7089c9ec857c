import Katana

/// The commands that have one key, and what they share: places in a queue, debounce and throttle. It is
/// there as long as one of them is, or a period of throttled ones.
struct NamedCommands {
  let key: ControlKey
  /// For each place, the commands that are there.
  private var named = ActivityList()
  private var running = ActivityList()
  private var waiting = ActivityList()
  private var held = ActivityList()
  /// The debounced command that waits.
  var debounced = Activity.ID.none
  /// The open period of throttled commands.
  var period: Period?
  struct Period {
    /// Fires at the end.
    let timer: Activity.Timer
    var waiting = Activity.ID.none
  }

  init(_ key: ControlKey) { self.key = key }

  subscript(place: Activity.Place) -> ActivityList {
    get {
      switch place {
      case .named: named
      case .running: running
      case .waiting: waiting
      case .held: held
      }
    }
    set {
      switch place {
      case .named: named = newValue
      case .running: running = newValue
      case .waiting: waiting = newValue
      case .held: held = newValue
      }
    }
  }

  var placesTaken: Int { running.count + held.count }
  var isEmpty: Bool { named.count + waiting.count + placesTaken == 0 && period == nil }

  func stopTimers() { period?.timer.action.cancel() }
}

/// Activities in the order in which they were added. Each is in one list at most, and knows the next
/// one and the one before.
struct ActivityList {
  var first = Activity.ID.none
  var last = Activity.ID.none
  var count = 0
}

/// What an id means.
extension Activities {
  // MARK: Lists

  /// The commands with an id that are in a place, in the order in which they came there.
  func all(_ place: Activity.Place, of name: Handle) -> [Activity.ID] {
    var (found, next) = ([Activity.ID](), names[name][place].first)
    while next != .none {
      found.append(next)
      next = table[next].next
    }
    return found
  }

  /// Moves an activity from its list to the end of another one.
  mutating func move(_ id: Activity.ID, to place: Activity.Place?) {
    let (name, next, previous) = (table[id].named, table[id].next, table[id].previous)
    if let old = table[id].place {
      var list = names[name][old]
      if previous == .none { list.first = next } else { table[previous].next = next }
      if next == .none { list.last = previous } else { table[next].previous = previous }
      list.count -= 1
      names[name][old] = list
    }
    (table[id].place, table[id].next, table[id].previous) = (place, .none, .none)
    guard let place else { return }
    var list = names[name][place]
    table[id].previous = list.last
    if list.last == .none { list.first = id } else { table[list.last].next = id }
    list.last = id
    list.count += 1
    names[name][place] = list
  }

  // MARK: Coming and going

  /// Adds an activity to the commands with its id.
  mutating func register(_ id: Activity.ID, _ name: CancelID) {
    let key = ControlKey(life: table[id].context.scope, id: name)
    if let found = handles[key] {
      table[id].named = found
    } else {
      let new = names.insert(NamedCommands(key), as: nextNumber())
      handles[key] = new
      key.life?.addUse()
      table[id].named = new
    }
    move(id, to: .named)
  }

  /// Removes an activity that has ended from the commands with its id. Its place in the queue remains
  /// taken while runs inside of it go on.
  mutating func leave(_ id: Activity.ID) {
    let name = table[id].named
    stopWaiting(under: id)
    switch table[id].place {
    case .named:
      move(id, to: nil)
      releaseIfEmpty(name)
    case .running where table[id].runCount > 0: leaveQueue(id, to: .held)
    default: leaveQueue(id, to: nil)
    }
  }

  /// Notes that an activity waits no longer for the commands with its id.
  mutating func stopWaiting(under id: Activity.ID) {
    let name = table[id].named
    if name == .none { return }
    if names[name].debounced == id { names[name].debounced = .none }
    if names[name].period?.waiting == id { names[name].period?.waiting = .none }
  }

  mutating func releaseIfEmpty(_ name: Handle) {
    guard names[name].isEmpty else { return }
    names[name].stopTimers()
    let key = names[name].key
    handles[key] = nil
    // So that an empty table keeps no memory.
    if handles.isEmpty { handles = [:] }
    names.remove(name)
    key.life?.removeUse()
  }

  // MARK: Cancelling and flushing

  /// The activities with some ids that have begun and not ended. A group comes before its parts: the
  /// end of a part could make the group fail.
  private func oldestFirst(_ found: [Handle]) -> [Activity.ID] {
    found.flatMap {
      all(.named, of: $0) + all(.running, of: $0) + all(.waiting, of: $0)
    }.sorted()
  }

  /// Returns the keys of an id in the child of a context, and in those before it that have ended in this
  /// step and that its address means, too.
  private func keys(_ id: CancelID, in context: CommandContext) -> [ControlKey] {
    if handles.isEmpty && consequences == nil { return [] }
    let lives = world.justEnded(in: context).filter { $0 !== context.scope }
    return ([context.scope] + lives).map { ControlKey(life: $0, id: id) }
  }

  /// Cancels all commands with an id, and their consequences, except those that contain an activity.
  mutating func cancelOthers(like id: Activity.ID, _ name: CancelID) {
    let context = table[id].context
    let key = ControlKey(life: context.scope, id: name)
    for other in oldestFirst(handles[key].map { [$0] } ?? [])
    where isAlive(other) && !(isAlive(id) && isInside(id) { $0 == other }) {
      if let own = table[other].consequences, context.tracker?.isInside(own) == true { continue }
      end(other, .cancelled)
    }
    cancelConsequences(of: [key], except: context.tracker)
  }

  /// Cancels all commands with an id in the child of a context.
  mutating func cancel(_ id: CancelID, _ context: CommandContext, sparesWhatRuns: Bool) {
    let keys = keys(id, in: context)
    for activity in oldestFirst(keys.compactMap { handles[$0] })
    where isAlive(activity) && !(sparesWhatRuns && table[activity].hasStarted) {
      end(activity, .cancelled)
    }
    if !sparesWhatRuns { cancelConsequences(of: keys, except: nil) }
  }

  /// Starts the commands that wait for a timer under an id.
  mutating func flush(_ id: CancelID, _ context: CommandContext) {
    let found = oldestFirst(keys(id, in: context).compactMap { handles[$0] })
    let all = Set(found)
    // Not what is inside of another one, which the flush of that one reaches.
    let outermost = found.filter { !isInside($0) { all.contains($0) } }
    for activity in outermost where isAlive(activity) { flush(activity) }
  }

  private mutating func flush(_ id: Activity.ID) {
    var left = Array(timed(in: id).reversed())
    while let next = left.popLast() {
      guard isTimed(next) else { continue }
      goOn(next)
      if isAlive(next) { left += timed(in: next).reversed() }
    }
  }

  // MARK: Consequences

  /// Counts the consequences of a command, unless it starts itself again under the same id: then it
  /// belongs to those that are already counted.
  mutating func countConsequences(of id: Activity.ID) {
    let consequences = consequences ?? Consequences()
    self.consequences = consequences
    table[id].consequences = consequences.begin(
      under: names[table[id].named].key, number: nextNumber(), around: table[id].context.tracker)
  }

  /// Cancels the consequences of commands in the order in which these commands have started.
  ///
  /// - Parameter part: Spares those to which what this tracker counts belongs.
  private mutating func cancelConsequences(of keys: [ControlKey], except part: CompletionTracker?) {
    for tracker in consequences?.take(of: keys, except: part) ?? [] {
      for id in tracker.pendingIDs {
        if let root = roots[id] {
          end(root, .cancelled)
        } else {
          _ = world.cancel(id)
        }
      }
    }
  }

  // MARK: Debounced and throttled commands

  mutating func debounce(_ id: Activity.ID, for duration: Duration) {
    let name = table[id].named
    let last = names[name].debounced
    names[name].debounced = id
    pause(id, .timer, for: duration)
    // Last, because this may end a group that starts timers, or that contains this activity.
    end(last, .cancelled)
  }

  /// Lets a content begin at most once in a period, which all commands with one id share.
  mutating func throttle(
    _ id: Activity.ID, _ duration: Duration, _ throttling: Throttling
  ) {
    let name = table[id].named
    let isFirst = names[name].period == nil && !isFinishing
    if isFirst { openPeriod(of: name, duration) }
    if isFinishing || isFirst && throttling != .trailing {
      table[id].state = .around
      return
    }
    if throttling == .leading { return end(id, .cancelled) }
    end(names[name].period?.waiting ?? .none, .cancelled)
    guard isAlive(id) else { return }
    names[name].period?.waiting = id
    table[id].state = .waiting(.period)
    tellWait(of: id)
  }

  private mutating func openPeriod(of name: Handle, _ duration: Duration) {
    names[name].period = NamedCommands.Period(timer: timer(.period(name), after: duration))
  }

  mutating func endPeriod(of name: Handle, _ number: UInt64) {
    guard let period = names[name].period, period.timer.number == number else { return }
    names[name].period = nil
    guard case .throttled(_, let duration, _) = control(of: period.waiting) else {
      return releaseIfEmpty(name)
    }
    openPeriod(of: name, duration)
    goOn(period.waiting)
  }

  private func control(of id: Activity.ID) -> Control? {
    isAlive(id) ? table[id].controlled?.control : nil
  }

  /// Cancels all periods of throttled commands. Those that wait for the end of a period must have
  /// ended.
  mutating func cancelPeriods() {
    for name in names.handles where names[name].period != nil {
      names[name].period?.timer.action.cancel()
      names[name].period = nil
      releaseIfEmpty(name)
    }
  }
}

/// Queued commands.
extension Activities {
  /// Starts a command when the queue with its id allows it.
  ///
  /// A command inside of one that has its turn in the same queue starts immediately, because it
  /// would otherwise wait for itself.
  mutating func queue(_ id: Activity.ID, _ policy: QueuePolicy) {
    let name = table[id].named
    let isInside = isInside(id) { table[$0].named == name && table[$0].place == .running }
    let limit = if case .atMost(let limit) = policy { max(1, limit) } else { 1 }
    let isFree = names[name].placesTaken < limit
    if !isInside {
      switch policy {
      case .latestWins:
        let others = all(.running, of: name) + all(.waiting, of: name)
        for other in others.sorted() { end(other, .cancelled) }
      case .firstWins where names[name][.running].count > 0: return end(id, .cancelled)
      case .keepLatest where !isFree:
        for other in all(.waiting, of: name) { end(other, .cancelled) }
        wait(id, limit)
        return
      case .atMost where !isFree: return wait(id, limit)
      case .firstWins, .keepLatest, .atMost: break
      }
      guard isAlive(id) else { return }
      move(id, to: .running)
    }
    table[id].state = .around
  }

  private mutating func wait(_ id: Activity.ID, _ limit: Int) {
    guard isAlive(id) else { return }
    move(id, to: .waiting)
    table[id].state = .waiting(.turn(limit: limit))
    tellWait(of: id)
  }

  // MARK: Places

  /// Removes an activity from the queue, and gives its place to those that wait, immediately, so that
  /// no other command takes it.
  mutating func leaveQueue(_ id: Activity.ID, to place: Activity.Place?) {
    let name = table[id].named
    move(id, to: place)
    while case .waiting(.turn(let limit)) = state(of: names[name][.waiting].first),
      names[name].placesTaken < limit
    {
      let next = names[name][.waiting].first
      move(next, to: .running)
      turns.append(next)
    }
    releaseIfEmpty(name)
  }

  private func state(of id: Activity.ID) -> Activity.State {
    isAlive(id) ? table[id].state : .over
  }

  /// Frees the places that a run has held, because it has ended or will never begin: those that no
  /// other run holds.
  mutating func leaveQueues(_ run: Activity.ID) {
    let queues = table[run].queues
    if queues.isEmpty { return }
    table[run].queues = []
    for queue in queues {
      table[queue].runCount -= 1
      guard table[queue].place == .held, table[queue].runCount == 0 else { continue }
      leaveQueue(queue, to: nil)
      table.remove(queue)
    }
  }
}

/// The consequences of commands whose ids mean them too. Used inside of steps only.
///
/// An object of its own, because the end of what is counted may come in the middle of anything.
final class Consequences: @unchecked Sendable {
  // Sendable, because it is used inside of steps only.
  private var lists: [ControlKey: [UInt64: CompletionTracker]] = [:]

  var isEmpty: Bool { lists.isEmpty }
  /// The number of trackers; for tests.
  var count: Int { lists.values.reduce(0) { $0 + $1.count } }

  /// Returns a tracker for the consequences of a command; `nil` if it belongs to consequences of
  /// the same key already.
  ///
  /// - Parameters:
  ///   - number: A number greater than those of all commands before.
  ///   - outer: The tracker that counts the command.
  func begin(
    under key: ControlKey, number: UInt64, around outer: CompletionTracker?
  ) -> CompletionTracker? {
    // Asked first, because the chain of trackers may be long.
    if lists[key] != nil, let outer,
      outer.isInside(ofOne: { !$0.isCancelled && $0.name?.key == key })
    {
      return nil
    }
    // Weak, because at the end of the runtime there may be some that never end.
    let tracker = CompletionTracker(parent: outer, name: (key, number)) { [weak self] _ in
      self?.forget(key, number)
    }
    tracker.begin()
    if lists[key] == nil { key.life?.addUse() }
    lists[key, default: [:]][number] = tracker
    return tracker
  }

  private func forget(_ key: ControlKey, _ number: UInt64) {
    lists[key]?[number] = nil
    if lists[key]?.isEmpty ?? false {
      lists[key] = nil
      key.life?.removeUse()
    }
  }

  /// Takes the consequences of commands that are cancelled, in the order in which these commands
  /// have started.
  ///
  /// - Parameter part: Spares those to which everything that this tracker counts belongs.
  func take(of keys: [ControlKey], except part: CompletionTracker?) -> [CompletionTracker] {
    if lists.isEmpty { return [] }
    let taken = keys.flatMap { (lists[$0] ?? [:]).values }.filter { part?.isInside($0) != true }
      .sorted { ($0.name?.number ?? 0) < ($1.name?.number ?? 0) }
    for tracker in taken {
      tracker.isCancelled = true
      if let name = tracker.name { forget(name.key, name.number) }
    }
    return taken
  }
}
