public import Katana

/// One event of a runtime, with which it calls each ``EventHandler``.
public struct RuntimeEvent: Sendable {
  /// What has happened.
  public let fact: Fact
  /// The time of the event, by the runtime's clock; `nil` if no event handler of the runtime wants
  /// times.
  public let time: Duration?

  /// What has happened.
  public enum Fact: Sendable {
    /// The runtime starts. Its first model is visible; neither subscriptions nor commands have
    /// started.
    case started
    /// A message is about to be handled by the updaters.
    case handling(Envelope)
    /// The update of a message has ended. Its observers, subscriptions and commands have not been
    /// called or started.
    case handled(HandledMessage)
    /// A message was not handled; it was dropped and counted.
    case notHandled(UnhandledMessage)
    /// The model was replaced after the message with this number; see ``Runtime/goOn(from:)``. The
    /// consequences, such as cancelled commands, have not begun.
    case modelReplaced(after: UInt64)
    /// An event of a command, such as its start or its end.
    case command(CommandEvent)
    /// A subscription has started, was updated or has stopped.
    case subscription(SubscriptionEvent)
    /// An issue was reported. The issue handler receives it too.
    case issue(RuntimeIssue)
    /// The runtime has ended; no further message is handled.
    case ended
  }
}

/// A message that was handled, and the commands that its update returned.
public struct HandledMessage: Sendable {
  /// The message with its number, cause and sender.
  public let envelope: Envelope
  /// The commands that the update returned, in their order. They start after this event.
  public let commands: [any Command]
  /// The duration of the update; `nil` if no event handler of the runtime wants times.
  public let duration: Duration?
}

/// An event of a command.
public struct CommandEvent: Sendable {
  /// An event in the life of a command. A run ends with ``finished``, ``failed(_:)`` or
  /// ``cancelled(by:)``; a wait ends with ``resumed`` or ``cancelled(by:)``.
  public enum Step: Sendable {
    /// The command waits until a time of the runtime's clock: it is delayed, debounced or
    /// throttled, or is about to be retried.
    case delayed(until: Duration)
    /// The command waits for its turn in a queue.
    case queued
    /// The wait has ended, and the command goes on.
    case resumed
    /// A run starts: the interpreter is about to be called.
    case started
    /// A message of the run is about to be handled; `number` is that of the message.
    case answered(number: UInt64)
    /// The run has ended: its interpreter has returned, and the last copy of its dispatcher was
    /// released.
    case finished
    /// The run has failed.
    case failed(any Error)
    /// The run or the wait was cancelled by the message with this number; `nil` if a timer, the end
    /// of the runtime or the replacement of the model cancelled it.
    case cancelled(by: UInt64?)
    /// A run has failed, and the command is started again; `count` is the number of retries so far.
    case retried(count: Int)

    /// The name of the case, such as `"failed"`, for logs and metrics.
    public var name: String {
      // Written out, because recordings hold it, and a build without reflection metadata knows no names.
      switch self {
      case .delayed: "delayed"
      case .queued: "queued"
      case .resumed: "resumed"
      case .started: "started"
      case .answered: "answered"
      case .finished: "finished"
      case .failed: "failed"
      case .cancelled: "cancelled"
      case .retried: "retried"
      }
    }
  }

  /// What has happened.
  public let step: Step
  /// The number of the run, wait or retry to which the event belongs, from 1.
  public let id: UInt64
  /// The name of the command.
  public let command: ValueName
  /// The number of the message whose update returned the command; `nil` for an initial command.
  public let cause: UInt64?
  /// The address of the child that the command belongs to; empty for the app itself.
  public let address: AnyAddress
}

/// An event of a subscription.
public struct SubscriptionEvent: Sendable {
  /// An event in the life of a subscription.
  public enum Step: Sendable, Hashable {
    /// The subscription is about to start.
    case started
    /// The running subscription was given a new value.
    case updated
    /// The subscription has stopped.
    case stopped
  }

  /// What has happened.
  public let step: Step
  /// The number of the running subscription, from 1. It gets a new one when it is restarted.
  public let id: Int
  /// The name of the subscription.
  public let subscription: ValueName
  /// The number of the message that caused the event; `nil` at the start and the end of the
  /// runtime, and when the model was replaced.
  public let cause: UInt64?
  /// The address of the child that declares it; empty for the app itself.
  public let address: AnyAddress
}
