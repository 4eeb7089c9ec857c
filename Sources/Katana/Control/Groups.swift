/// Commands one after the other: each starts when the one before has finished and its messages have
/// been handled.
///
/// A command that throws or is cancelled ends the whole: what comes after it does not happen. No
/// commands at all are finished at once.
///
/// ```swift
/// Sequential([Save(draft), Send(EditorMessage.saved), Close()])
/// ```
public struct Sequential: CommandWrapper, CustomStringConvertible {
  package let commands: [any Command]

  /// Commands one after the other.
  public init(_ commands: [any Command]) { self.commands = commands }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    Sequential(commands.map(change))
  }

  /// As its source writes it.
  public var description: String { "Sequential(\(sourceText(of: commands, namesType: true)))" }
}

/// Commands at the same time, and a message when all have finished.
///
/// They start in the order given. One that throws or is cancelled does not disturb the others, but
/// then the message is not sent. When the last one has ended, the whole has failed with the first
/// error, or was cancelled if there is none. No commands at all are finished at once, and the
/// message is sent.
///
/// ```swift
/// Concurrent([Load(.articles), Load(.tags)], then: HomeMessage.loaded)
/// ```
public struct Concurrent: CommandWrapper, CustomStringConvertible {
  package let commands: [any Command]
  package let message: (any Message)?

  /// Commands at the same time, and a message when all have finished.
  public init(_ commands: [any Command], then message: (any Message)? = nil) {
    self.commands = commands
    self.message = message
  }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    Concurrent(commands.map(change), then: message)
  }

  /// As its source writes it.
  public var description: String {
    let then = message.map { ", then: \(sourceText(of: $0, namesType: true))" } ?? ""
    return "Concurrent(\(sourceText(of: commands, namesType: true))\(then))"
  }
}

/// Commands at the same time, of which the first that is heard wins.
///
/// They start in the order given. When a message of one is about to be handled, or one has finished
/// without any, the others are cancelled: nothing of them is handled any more. From then on the
/// race is the winner, and ends as it does. A command that throws loses; if all have, the race has
/// failed with the first error. A message that an interceptor drops does not win.
///
/// ```swift
/// Race([LoadFromCache(id), LoadFromServer(id)])
/// Race([Load(id), Send(AppMessage.takesLong).delayed(by: .seconds(2))])
/// ```
public struct Race: CommandWrapper, CustomStringConvertible {
  package let commands: [any Command]

  /// Commands at the same time, of which the first that is heard wins. No commands at all are
  /// finished at once.
  public init(_ commands: [any Command]) { self.commands = commands }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    Race(commands.map(change))
  }

  /// As its source writes it.
  public var description: String { "Race(\(sourceText(of: commands, namesType: true)))" }
}

/// A message as a command: for the end of an ``Sequential``, or after a delay.
///
/// Not for sending a message to oneself at once: call the function that handles it instead.
public struct Send: Command, CustomStringConvertible, CustomReflectable {
  package let message: any Message
  package let file: StaticString
  package let line: UInt

  /// Sends a message. The place is what the history of causes shows; it makes no difference to the
  /// equality of two commands.
  public init(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.message = message
    self.file = file
    self.line = line
  }

  /// The message.
  public var customMirror: Mirror {
    Mirror(self, children: ["message": message], displayStyle: .struct)
  }

  /// As its source writes it.
  public var description: String { "Send(\(sourceText(of: message, namesType: true)))" }
}
