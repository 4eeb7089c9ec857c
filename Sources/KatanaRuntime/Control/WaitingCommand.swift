public import Katana

/// A command that waits; see ``Runtime/waiting``.
public struct WaitingCommand: Sendable {
  /// The command, with its control modifiers.
  public let command: any Command
  /// The address of the child that it belongs to; empty for the app itself.
  public let address: AnyAddress
  /// The number of the message whose update returned it; `nil` for an initial command.
  public let cause: UInt64?
  /// The time at which it began to wait, by the runtime's clock.
  public let since: Duration
  /// What it waits for.
  public let reason: Reason

  /// What a command waits for.
  public enum Reason: Sendable, Equatable {
    /// A time of the runtime's clock: it is delayed, debounced or throttled, or is tried again then.
    case time(Duration)
    /// Its turn in a queue, behind the commands that hold the places. The queue is named by its id: by the
    /// case of an enum, otherwise by the type.
    case turn(in: String, behind: [Holder])
  }

  /// A command that holds a place in a queue.
  public struct Holder: Sendable, Equatable {
    /// The name of the command.
    public let command: ValueName
    /// Whether it was cancelled, and its interpreter has not ended.
    public let isCancelled: Bool
  }

  /// The time at which it goes on, by the runtime's clock; `nil` if it waits for its turn.
  package var due: Duration? { if case .time(let time) = reason { time } else { nil } }
}

extension WaitingCommand: CustomStringConvertible {
  /// The command and what it waits for, without data: `Upload waits for its turn in .queue behind Download`.
  public var description: String {
    let name = ValueName(leaf(of: command)).fullName
    switch reason {
    case .time: return "\(name) waits for a time"
    case .turn(let queue, let holders):
      let names = holders.map { "\($0.command.fullName)\($0.isCancelled ? " (cancelled)" : "")" }
      return "\(name) waits for its turn in \(queue) behind \(names.joined(separator: ", "))"
    }
  }
}
