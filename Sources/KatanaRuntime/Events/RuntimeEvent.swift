public import Katana

/// One fact that a runtime tells its listeners. See ``EventListener``.
public struct RuntimeEvent: Sendable {
  /// What has happened.
  public let fact: Fact
  /// When it happened, by the runtime's clock; `nil` if no listener of the runtime wants times.
  public let time: Duration?

  /// What has happened.
  public enum Fact: Sendable {
    /// The runtime begins. Its first model is visible; nothing has started.
    case started
    /// A message is about to be given to the updaters.
    case handling(Envelope)
    /// A message was handled; what follows from it has not begun.
    case handled(HandledMessage)
    /// A message was counted, and not handled.
    case notHandled(UnhandledMessage)
    /// The model has become another one, after the message with this number; see
    /// ``Runtime/goOn(from:)``. What follows from it has not begun.
    case modelReplaced(after: UInt64)
    /// Something has happened to a command.
    case command(CommandEvent)
    /// A subscription has started, changed or stopped.
    case subscription(SubscriptionEvent)
    /// Something went wrong. The handler of issues is told too.
    case issue(RuntimeIssue)
    /// The runtime has ended: nothing is handled any more.
    case ended
  }
}

/// A message that was handled, and what its update has returned.
public struct HandledMessage: Sendable {
  /// The message, its number, and who sent it.
  public let envelope: Envelope
  /// The commands that the update has returned, in their order. They start after this.
  public let commands: [any Command]
  /// How long the update took; `nil` if no listener of the runtime wants times.
  public let duration: Duration?
}

/// A message that was not handled.
public struct UnhandledMessage: Sendable {
  /// Why a message is not handled. Each reason is a counter of ``Statistics``.
  public enum Reason: Sendable, Hashable, CaseIterable {
    /// The runtime had ended, or is finishing.
    case lost
    /// Its command was cancelled, or its subscription was removed.
    case silenced
    /// The child that it comes from or goes to is gone.
    case gone
    /// No part of the app has its address.
    case unknownAddress
    /// A newer message of its subscription has replaced it.
    case superseded
    /// An interceptor has dropped it.
    case intercepted
    /// It came from the outside while a past model was shown.
    case refused
  }

  /// Why the message was not handled.
  public let reason: Reason
  /// The message; `nil` if a subscription that is gone would have made it.
  public let message: (any Message)?
  /// Who sent it.
  public let origin: Origin
  /// The number of the message that led to it; `nil` for one from the outside.
  public let cause: UInt64?
  /// The file in which it was sent, as `Module/File.swift`.
  public let file: StaticString
  /// The line in which it was sent.
  public let line: UInt
}

/// What has happened to a command.
public struct CommandEvent: Sendable {
  /// A part of a command's life. A run ends with ``finished``, ``failed(_:)`` or ``cancelled(by:)``, a
  /// wait with ``resumed`` or ``cancelled(by:)``.
  public enum Step: Sendable {
    /// The command waits until a time of the runtime's clock.
    case delayed(until: Duration)
    /// The command waits for its turn in a queue.
    case queued
    /// The wait is over.
    case resumed
    /// A run has begun: the interpreter is about to be called.
    case started
    /// A message of the run is about to be handled.
    case answered(number: UInt64)
    /// The run has ended: the interpreter and all that it has started are done.
    case finished
    /// The run has failed.
    case failed(any Error)
    /// The run or the wait was cancelled, by the message with this number; `nil` if time, the
    /// end of the runtime or another model has cancelled it.
    case cancelled(by: UInt64?)
    /// A run has failed, and the command is tried again, for the n-th time.
    case retried(count: Int)

    /// The name of the case, such as `"failed"`, for logs and metrics.
    public var name: String {
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
  /// The number of the run or of the wait, from 1; each has its own.
  public let id: UInt64
  /// The name of the command.
  public let command: ValueName
  /// The number of the message whose update returned it; `nil` for a command of the start.
  public let cause: UInt64?
  /// The child of the model that it belongs to; empty for the app itself.
  public let scope: Scope
}

/// What has happened to a subscription.
public struct SubscriptionEvent: Sendable {
  /// A part of a subscription's life.
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
  /// The number of the running subscription, from 1.
  public let id: Int
  /// The name of the subscription.
  public let subscription: ValueName
  /// The number of the message after which it happened; `nil` at the start and the end of the runtime, and
  /// where the model has become another one.
  public let cause: UInt64?
  /// The child of the model that declares it; empty for the app itself.
  public let scope: Scope
}
