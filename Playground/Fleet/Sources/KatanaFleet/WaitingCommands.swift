import FleetInterface
import Foundation

/// The commands for whose answers an app waits, and when it stops waiting. This is a value that starts no timers:
/// each function gets the time.
struct WaitingCommands {
  /// Takes the answer to a command, or the reason why there is none.
  typealias Answered = @Sendable (Result<NATSMessage, FleetError>) -> Void

  struct Entry {
    /// The number of its message in the outbox, until the servers have the message.
    var number: Int?
    /// Takes the answer; `nil` if a subscription does.
    let answered: Answered?
  }

  struct Overdue {
    var key: String
    var type: String
    /// The time limit that has passed.
    var limit: Duration
    var answered: Answered?
  }

  /// The commands of a type that the servers have, in the order in which they were stored.
  private struct Queue {
    var commands: [(key: String, time: ContinuousClock.Instant)] = []
    /// When a worker last said that it performs commands of the type.
    var heard: ContinuousClock.Instant?
    /// When the type was last returned as silent.
    var checked: ContinuousClock.Instant?
  }

  private let options: FleetOptions
  private var entries: [String: Entry] = [:]
  private var queues: [String: Queue] = [:]
  /// When a connection was last open.
  private var lastOpen: ContinuousClock.Instant

  init(_ options: FleetOptions, at now: ContinuousClock.Instant) {
    (self.options, lastOpen) = (options, now)
  }

  var count: Int { entries.count }
  /// Whether the servers have a command that has no answer.
  var isWatching: Bool { !queues.isEmpty }

  /// The number of commands that the queues hold, answered ones among them.
  var storedCount: Int { queues.values.reduce(0) { $0 + $1.commands.count } }

  mutating func add(_ key: String, _ answered: Answered?) {
    entries[key] = Entry(answered: answered)
  }

  mutating func setNumber(_ number: Int, of key: String) { entries[key]?.number = number }

  mutating func remove(_ key: String) -> Entry? { entries.removeValue(forKey: key) }

  /// Starts the time within which a worker must perform commands of the type.
  mutating func stored(_ key: String, _ type: String, at now: ContinuousClock.Instant) {
    // The answer may have come before the confirmation.
    guard entries[key] != nil else { return }
    entries[key]?.number = nil
    queues[type, default: Queue()].commands.append((key, now))
    // Answered commands stand behind one that takes long.
    if queues[type]?.commands.count ?? 0 > 2 * entries.count + 100 {
      queues[type]?.commands.removeAll { entries[$0.key] == nil }
    }
  }

  /// A worker says that it performs commands of the type.
  mutating func heard(_ type: String, at now: ContinuousClock.Instant) { queues[type]?.heard = now }

  /// A connection was opened. No worker could be heard before.
  mutating func opened(at now: ContinuousClock.Instant) {
    lastOpen = now
    for type in queues.keys { queues[type]?.heard = now }
  }

  /// Removes and returns the commands whose time is over: while a connection is open, those of types that no worker
  /// performs; otherwise, those that have waited too long for a server. A command whose answer goes to a subscription
  /// waits for a server without a limit.
  mutating func overdue(at now: ContinuousClock.Instant, isOpen: Bool) -> [Overdue] {
    if isOpen { lastOpen = now }
    let limit = isOpen ? max(options.takingLimit, options.lease * 3) : options.sendingLimit
    var overdue: [Overdue] = []
    for (type, queue) in queues {
      let since = isOpen ? queue.heard : lastOpen
      let count = queue.commands.prefix { command in
        guard let entry = entries[command.key] else { return true }
        guard isOpen || entry.answered != nil,
          max(command.time, since ?? command.time) + limit <= now
        else { return false }
        entries[command.key] = nil
        overdue.append(
          Overdue(key: command.key, type: type, limit: limit, answered: entry.answered))
        return true
      }.count
      queues[type]?.commands.removeFirst(count)
      if queue.commands.count == count { queues[type] = nil }
    }
    return overdue
  }

  /// Returns the types of which no worker has been heard for two leases while a command waits, each once in two leases.
  ///
  /// A worker that asks for commands is silent for one lease at most, until a command is delivered again that has ended
  /// its worker.
  mutating func silentTypes(at now: ContinuousClock.Instant) -> [String] {
    let silent = queues.filter { _, queue in
      guard let first = queue.commands.first else { return false }
      let last = max(first.time, queue.heard ?? first.time, queue.checked ?? first.time)
      return last + options.lease * 2 <= now
    }.keys.sorted()
    for type in silent { queues[type]?.checked = now }
    return silent
  }
}
