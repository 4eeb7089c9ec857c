/// Performs commands one after the other.
///
/// Each command starts when the one before has finished and its messages have been handled. If a
/// command fails, the group fails with its error. If a command is cancelled, the group counts as
/// cancelled. In both cases, the commands after it do not start. An empty group finishes
/// immediately.
///
/// ```swift
/// Sequential([Save(draft), Send(EditorMessage.saved), Close()])
/// ```
public struct Sequential: CommandWrapper, CustomStringConvertible {
  package let commands: [any Command]

  /// Creates a group of commands that follow each other in the order given.
  public init(_ commands: [any Command]) { self.commands = commands }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    Sequential(commands.map(change))
  }

  /// The group as Swift source.
  public var description: String { "Sequential(\(sourceText(of: commands, namesType: true)))" }
}

/// Performs commands at the same time, and sends a message when all have finished.
///
/// The commands start in the order given. If a command fails or is cancelled, the others go on, but
/// the message is not sent. The group ends when its last command has ended. It then fails with the
/// first error; inside ``Command/retried(_:telling:)``, with the first error that an interpreter reports in
/// a message, if there is one. If there was no error but a command was cancelled, the group counts
/// as cancelled. An empty group sends its message immediately, if it has one, and finishes.
///
/// ```swift
/// Concurrent([Load(.articles), Load(.tags)], then: HomeMessage.loaded)
/// ```
public struct Concurrent: CommandWrapper, CustomStringConvertible {
  package let commands: [any Command]
  package let message: (any Message)?

  /// Creates a group of commands that run at the same time.
  ///
  /// - Parameters:
  ///   - commands: The commands, in the order in which they start.
  ///   - message: The message that is sent when all have finished. The group finishes when it has
  ///     been handled.
  public init(_ commands: [any Command], then message: (any Message)? = nil) {
    self.commands = commands
    self.message = message
  }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    Concurrent(commands.map(change), then: message)
  }

  /// The group as Swift source.
  public var description: String {
    let then = message.map { ", then: \(sourceText(of: $0, namesType: true))" } ?? ""
    return "Concurrent(\(sourceText(of: commands, namesType: true))\(then))"
  }
}

/// Performs commands at the same time until one of them wins, and cancels the others.
///
/// The winner is the first command of which a message is handled, or that finishes without a
/// message. The others are cancelled before that message is handled, and no message of theirs is
/// handled. The race then ends as the winner ends. A message that an interceptor drops does not
/// win.
///
/// The commands start in the order given. A command that fails or is cancelled loses. If all lose,
/// the race fails with the same error as a ``Concurrent`` group would, or counts as cancelled if there was none. An empty race
/// finishes immediately.
///
/// ```swift
/// Race([LoadFromCache(id), LoadFromServer(id)])
/// Race([Load(id), Send(AppMessage.takesLong).delayed(by: .seconds(2))])
/// ```
public struct Race: CommandWrapper, CustomStringConvertible {
  package let commands: [any Command]

  /// Creates a race of commands, which start in the order given.
  public init(_ commands: [any Command]) { self.commands = commands }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    Race(commands.map(change))
  }

  /// The race as Swift source.
  public var description: String { "Race(\(sourceText(of: commands, namesType: true)))" }
}

/// Sends a message: as the last part of a ``Sequential``, or after a delay.
///
/// Do not use it to continue an update with another message: call the function that handles that
/// message instead.
public struct Send: Command, CustomStringConvertible, CustomReflectable {
  package let message: any Message
  package let file: StaticString
  package let line: UInt

  /// Creates a command that sends a message.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - file: The file that creates the command, for the history of causes. Comparisons in tests
  ///     ignore it.
  ///   - line: The line that creates the command. Comparisons in tests ignore it.
  public init(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.message = message
    self.file = file
    self.line = line
  }

  /// Creates a command that sends a message to a child.
  ///
  /// ```swift
  /// Send(.starsTyped, to: Books.at.books[id])
  /// ```
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - address: The child: relative to the child that returns the command, or absolute if it begins with
  ///     the model of the app.
  ///   - file: The file that creates the command, for the history of causes.
  ///   - line: The line that creates the command.
  public init<Root, Child: Model>(
    _ message: Child.Receives, to address: Address<Root, Child>, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(message.to(address), file: file, line: line)
  }

  /// Creates a command that sends a message of another type that the child takes; see ``MessageTo``.
  @_disfavoredOverload  // So that compile errors name the model's own messages.
  public init<Root, M: MessageTo>(
    _ message: M, to address: Address<Root, M.Receiver>, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(message.to(address), file: file, line: line)
  }

  /// A mirror of the message only, so that comparisons in tests ignore the source location.
  public var customMirror: Mirror {
    Mirror(self, children: ["message": message], displayStyle: .struct)
  }

  /// The command as Swift source.
  public var description: String { "Send(\(sourceText(of: message, namesType: true)))" }
}

// Groups of commands as source code.

extension Sequential: OwnSource {
  /// The commands.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, commands)] }
}

extension Concurrent: OwnSource {
  /// The commands and the message.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, commands), ("then", message as Any)]
  }
}

extension Race: OwnSource {
  /// The commands.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, commands)] }
}

extension Cancel: OwnSource {
  /// The id.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(sparesWhatRuns ? "waiting" : "id", id)]
  }
}

extension Flush: OwnSource {
  /// The id.
  package var sourceArguments: [(label: String?, value: Any)] { [("id", id)] }
}

extension Send: OwnSource {
  /// The message, without the file and the line, because comparisons ignore these.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, message)] }
}
