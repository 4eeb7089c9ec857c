import Katana

/// The last messages of a runtime, for the answer to "who caused this?".
///
/// Opt-in: give one to the runtime, and to whoever shows it. Holds names, numbers and places in a
/// ring of fixed size, never messages, so it keeps nothing alive and has no secrets. May be read
/// from any thread.
///
/// ```swift
/// let history = History()
/// let runtime = try Runtime(model: …, updater: …, history: history)
/// print(history.chain(of: history.latest))
/// // loginTapped (App/LoginView.swift:31) → logIn → loginFinished (Auth/LogInInterpreter.swift:22)
/// ```
public final class History: @unchecked Sendable {
  // Sendable, because the ring is read and written with the lock held. That is also why it goes
  // without dynamic exclusivity checks, which take as long as the lock.
  private let lock = Lock()
  @exclusivity(unchecked) private var ring: [Entry] = []
  private let capacity: Int

  /// One message that was handled.
  public struct Entry: Sendable {
    /// The place of the message in the order of all messages.
    public let number: UInt64
    /// The number of the message that led to it; `nil` for one from the outside.
    public let cause: UInt64?
    /// The message's name.
    public let message: ValueName
    /// Who sent it.
    public let origin: Origin
    /// The name of the command whose interpreter sent it, if one did.
    public let command: ValueName?
    /// The file in which it was sent, as `Module/File.swift`.
    public let file: StaticString
    /// The line in which it was sent.
    public let line: UInt
  }

  /// A history of the last messages, 4,096 unless you say otherwise.
  public init(capacity: Int = 4_096) {
    precondition(capacity > 0, "a history must hold at least one message")
    self.capacity = capacity
  }

  /// The number of the message handled last; 0 before the first.
  public var latest: UInt64 { lock.withLock { newest?.number ?? 0 } }

  /// The message with a number, if it is not too old.
  public func entry(_ number: UInt64) -> Entry? { lock.withLock { find(number) } }

  /// A message and what led to it, the first cause first; what is too old is left out.
  public func entries(leadingTo number: UInt64) -> [Entry] {
    entries(leadingTo: number, last: .max)
  }

  private func entries(leadingTo number: UInt64, last count: Int) -> [Entry] {
    lock.withLock {
      var entries: [Entry] = []
      var next: UInt64? = number
      while entries.count < count, let number = next, let entry = find(number) {
        entries.append(entry)
        next = entry.cause
      }
      return entries.reversed()
    }
  }

  /// The chain of causes of a message on one line, with `…` where it began too long ago.
  public func chain(of number: UInt64) -> String { chain(of: number, last: .max) }

  /// The end of the chain of causes of a message, with `…` for what came before.
  package func chain(of number: UInt64, last count: Int) -> String {
    let entries = entries(leadingTo: number, last: count)
    guard let first = entries.first else { return number == 0 ? "" : "…" }
    let steps = entries.map { entry in
      let place = entry.line == 0 ? "" : " (\(entry.file):\(entry.line))"
      let message = "\(entry.message)\(place)"
      return switch entry.origin {
      // That `Send` sends a message says nothing, unless it tells of another command.
      case .command(let type) where type == Send.self && entry.command?.fullName == "Send": message
      case .command: "\(entry.command?.description ?? "command") → \(message)"
      case .subscription(let type): "\(type) → \(message)"
      case .outside, .interceptor: message
      }
    }
    return (first.cause == nil ? "" : "… → ") + steps.joined(separator: " → ")
  }

  /// Records each message before it is handled.
  var listener: EventListener {
    EventListener(to: .updates) { [self] event in
      if case .handling(let envelope) = event.fact { record(envelope) }
    }
  }

  private func record(_ envelope: Envelope) {
    let entry = Entry(
      number: envelope.number, cause: envelope.cause, message: ValueName(envelope.message),
      origin: envelope.origin, command: envelope.command, file: envelope.file,
      line: envelope.line)
    lock.withLock {
      if ring.count < capacity { ring.append(entry) } else { ring[next] = entry }
      // A division takes as long as the rest.
      next = next + 1 == capacity ? 0 : next + 1
    }
  }

  @exclusivity(unchecked) private var next = 0
  private var newest: Entry? { ring.isEmpty ? nil : ring[(next + capacity - 1) % capacity] }

  /// Binary search: numbers only grow from the oldest entry to the newest.
  private func find(_ number: UInt64) -> Entry? {
    let oldest = ring.count < capacity ? 0 : next
    var (low, high) = (0, ring.count)
    while low < high {
      let middle = (low + high) / 2
      let entry = ring[(oldest + middle) % ring.count]
      if entry.number == number { return entry }
      if entry.number < number { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
