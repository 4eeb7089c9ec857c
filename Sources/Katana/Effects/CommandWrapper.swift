/// A command that contains other commands. Interpreters receive only the commands inside.
package protocol CommandWrapper: Command {
  /// Returns a copy in which each command inside is replaced by the result of a function.
  func mapContents(_ change: (any Command) -> any Command) -> any Command
}

/// A wrapper that changes where the messages of its content go, and nothing else.
package protocol AddressWrapper: CommandWrapper {
  var content: any Command { get }
  /// Adds what the wrapper does to the messages of its content.
  ///
  /// - Parameter app: The type of the app's model; `nil` if there is no app.
  func enter(_ context: inout EffectContext, for app: ObjectIdentifier?)
}

/// A command of a child of the model. Its messages go back to that child.
package struct ScopedCommand: AddressWrapper {
  /// The address of the child, relative to the feature that returned this value.
  package let address: AnyAddress
  /// The command that the child returned.
  package let content: any Command

  /// The model with which the written address begins; `nil` if the framework created the address.
  package let origin: AddressOrigin?

  package init(_ command: any Command, in address: AnyAddress, origin: AddressOrigin? = nil) {
    if let scoped = command as? ScopedCommand {
      self.address = AnyAddress(address.steps + scoped.address.steps)
      self.content = scoped.content
      self.origin = scoped.origin?.pushed(by: address.steps.count) ?? origin
    } else {
      self.address = address
      self.content = command
      self.origin = origin
    }
  }

  package func enter(_ context: inout EffectContext, for app: ObjectIdentifier?) {
    context.enter(address, origin: origin, for: app)
  }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    ScopedCommand(change(content), in: address, origin: origin)
  }
}

/// A command whose messages are converted before the app receives them; see ``Command/map(_:)``.
package struct MappedCommand: AddressWrapper {
  /// The command whose messages are converted.
  package let content: any Command
  package let transform: MessageTransform

  package func enter(_ context: inout EffectContext, for app: ObjectIdentifier?) {
    context.enter(.map(transform))
  }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    MappedCommand(content: change(content), transform: transform)
  }
}

extension Command {
  /// Returns the command with its messages of one type converted to messages of another type.
  ///
  /// This is for parents that route messages by hand, as in Elm. Messages of other types, and each
  /// ``GlobalMessage``, pass unchanged. In comparisons, two conversions are equal if their types
  /// are equal, because functions cannot be compared; see ``Reply``.
  ///
  /// - Parameter transform: Converts a message. It may be called on any thread.
  public func map<Child: Message, Parent: Message>(
    _ transform: @escaping @Sendable (Child) -> Parent
  ) -> any Command {
    MappedCommand(content: self, transform: MessageTransform(transform))
  }
}

extension Command {
  /// Returns the command as if the child at an address had returned it, for tests and for parents.
  ///
  /// The messages of the command go to that child. A ``Cancel`` cancels the commands of that child.
  /// With the address of `.all` elements of a collection, a `Cancel` cancels the commands of each
  /// element, including the elements that the same update has removed.
  ///
  /// - Parameter address: The address, relative to the model whose updater returns the command, or
  ///   beginning with the model of the app.
  public func `in`<Root, Child: Model>(_ address: Address<Root, Child>) -> any Command {
    ScopedCommand(self, in: address.anyAddress, origin: AddressOrigin(Root.self))
  }
}

extension ScopedCommand: CustomStringConvertible, CustomReflectable {
  /// A mirror of the address and the command.
  package var customMirror: Mirror {
    Mirror(self, children: ["address": address, "content": content], displayStyle: .struct)
  }

  /// The command and its address as Swift source, such as `LoadRow().in(App.at.rows[7])`.
  package var description: String { "\(sourceText(of: content, namesType: true)).in(\(address))" }
}

extension MappedCommand: CustomStringConvertible {
  /// The command and the message types, such as `LoadRow().map(RowMessage → AppMessage)`.
  package var description: String {
    "\(sourceText(of: content, namesType: true)).map(\(transform))"
  }
}
