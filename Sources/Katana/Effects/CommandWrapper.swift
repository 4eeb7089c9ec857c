/// A command that says something about other commands; interpreters see only what is inside.
package protocol CommandWrapper: Command {
  /// The same with other commands inside.
  func mapContents(_ change: (any Command) -> any Command) -> any Command
}

/// A wrapper that changes where messages go, and nothing else.
package protocol AddressWrapper: CommandWrapper {
  var content: any Command { get }
  func enter(_ context: inout EffectContext)
}

/// A command that a child returned; its messages come back to that child. See ``Scope``.
public struct ScopedCommand: AddressWrapper {
  /// The address of the child, relative to whoever returned this.
  public let scope: Scope
  /// What the child returned.
  public let content: any Command

  /// Where the address was written; `nil` for one that the framework has made.
  package let origin: AddressOrigin?

  package init(_ command: any Command, in scope: Scope, origin: AddressOrigin? = nil) {
    if let scoped = command as? ScopedCommand {
      self.scope = Scope(scope.steps + scoped.scope.steps)
      self.content = scoped.content
      self.origin = scoped.origin?.pushed(by: scope.steps.count) ?? origin
    } else {
      self.scope = scope
      self.content = command
      self.origin = origin
    }
  }

  package func enter(_ context: inout EffectContext) { context.enter(scope, origin: origin) }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    ScopedCommand(change(content), in: scope, origin: origin)
  }
}

/// A command whose messages are changed on their way to the app. See ``Command/map(_:)``.
public struct MappedCommand: AddressWrapper {
  /// The command whose messages are changed.
  public let content: any Command
  package let transform: MessageTransform

  package func enter(_ context: inout EffectContext) { context.enter(.map(transform)) }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    MappedCommand(content: change(content), transform: transform)
  }
}

extension Command {
  /// The command, with its messages of one type turned into those of another: for parents that
  /// route by hand, as one does in Elm.
  ///
  /// Messages of other types, and global ones, pass unchanged. As with ``Reply``, the function is
  /// not part of the identity; its types are.
  public func map<Child: Message, Parent: Message>(
    _ transform: @escaping @Sendable (Child) -> Parent
  ) -> any Command {
    MappedCommand(content: self, transform: MessageTransform(transform))
  }
}

extension ScopedCommand: CustomStringConvertible, CustomReflectable {
  /// The address and the command.
  public var customMirror: Mirror {
    Mirror(self, children: ["scope": scope, "content": content], displayStyle: .struct)
  }

  /// The command and the address as they are typed: `LoadRow().in(App.at.rows[7])`.
  public var description: String { "\(sourceText(of: content, namesType: true)).in(\(scope))" }
}

extension MappedCommand: CustomStringConvertible {
  /// Such as `LoadRow().map(RowMessage → AppMessage)`.
  public var description: String { "\(sourceText(of: content, namesType: true)).map(\(transform))" }
}

extension ScopedCommand {
  init(lifting command: ScopedCommand, to scope: Scope, origin: AddressOrigin?) {
    self.scope = scope
    self.content = command.content
    self.origin = origin
  }
}
