import Katana

/// The latest messages of a runtime with their causes, to find out what caused a message.
///
/// A runtime has no history unless its options give it one. The history stores
/// names, numbers and source locations in a ring of fixed size. It never stores messages, so it
/// keeps nothing alive and holds no personal data. It may be read from any thread. Give each runtime
/// a history of its own, because each counts its messages from 1.
///
/// ```swift
/// let history = History()
/// let runtime = try Runtime(program, options: RuntimeOptions(history: history))
/// print(history.chain(of: history.latest))
/// // loginTapped (App/LoginView.swift:31) → logIn → loginFinished (Auth/LogInInterpreter.swift:22)
/// ```
public final class History: @unchecked Sendable {
  // Sendable, because the ring is read and written with the lock held.
  private let lock = Lock()
  private var ring: [Entry] = []
  private let capacity: Int

  /// A message that was handled.
  public struct Entry: Sendable {
    /// The position of the message in the order in which all messages are handled, from 1.
    public let number: UInt64
    /// The number of the message that caused it; `nil` if no message did.
    public let cause: UInt64?
    /// The name of the message.
    public let message: ValueName
    /// The kind of sender.
    public let origin: Origin
    /// The name of the command whose interpreter sent the message; `nil` for other senders.
    public let command: ValueName?
    /// The file in which the message was sent, as `Module/File.swift`.
    public let file: StaticString
    /// The line in which the message was sent.
    public let line: UInt
  }

  /// Creates an empty history.
  ///
  /// - Parameter capacity: The number of messages that it keeps, at least 1. A newer message
  ///   replaces the oldest one.
  public init(capacity: Int = 4_096) {
    precondition(capacity > 0, "a history must hold at least one message")
    self.capacity = capacity
  }

  /// The number of the newest message; 0 if there is none.
  public var latest: UInt64 { lock.withLock { newest?.number ?? 0 } }

  /// Returns the message with a number; `nil` if the history no longer holds it, or never did.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of entries.
  public func entry(_ number: UInt64) -> Entry? { lock.withLock { find(number) } }

  /// Returns a message and the chain of its causes, beginning with the first cause. Causes that the
  /// history no longer holds are left out.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is the length of the chain and *n* the number of
  ///   entries.
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

  /// Returns a message and the chain of its causes on one line. The line begins with `…` if the
  /// history no longer holds the first cause.
  public func chain(of number: UInt64) -> String { chain(of: number, last: .max) }

  /// Returns the last `count` messages of the chain of causes. The line begins with `…` if there
  /// are earlier ones.
  package func chain(of number: UInt64, last count: Int) -> String {
    let entries = entries(leadingTo: number, last: count)
    guard let first = entries.first else { return number == 0 ? "" : "…" }
    let steps = entries.map { entry in
      let site = entry.line == 0 ? "" : " (\(entry.file):\(entry.line))"
      let message = "\(entry.message)\(site)"
      return switch entry.origin {
      // A plain `Send` adds nothing to its message, so it is left out, unless it reports the
      // failure of another command.
      case .command(let type) where type == Send.self && entry.command?.fullName == "Send": message
      case .command: "\(entry.command?.description ?? "command") → \(message)"
      case .subscription(let type): "\(type) → \(message)"
      case .outside, .interceptor: message
      }
    }
    return (first.cause == nil ? "" : "… → ") + steps.joined(separator: " → ")
  }

  /// Records a message before it is handled.
  func record(_ entry: Entry) {
    lock.withLock {
      if ring.count < capacity { ring.append(entry) } else { ring[next] = entry }
      // A comparison instead of a division, which would take as long as the rest.
      next = next + 1 == capacity ? 0 : next + 1
    }
  }

  private var next = 0
  private var newest: Entry? { ring.isEmpty ? nil : ring[next == 0 ? ring.count - 1 : next - 1] }

  /// A binary search, since the numbers increase from the oldest entry to the newest.
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
