/// A description of a side effect: a request, not the effect itself.
///
/// An ``Updater`` returns commands. An interpreter, in a module of its own, performs them after the
/// new model is visible. Make commands `Equatable` where you can, so that tests compare them with
/// `==`.
///
/// Name commands as imperatives: `logIn`, `fetchArticles`.
public protocol Command: Effect {}

/// A ``Command`` or a ``Subscription``: what a feature can cause; see ``Feature/effects``.
public protocol Effect: Sendable {}

/// A command that contains other commands. Interpreters receive only the commands inside.
package protocol CommandWrapper: Command {
  /// Returns a copy in which each command inside is replaced by the result of a function.
  func mapContents(_ change: (any Command) -> any Command) -> any Command
}

/// A command or subscription that wraps another one, and adds a layer to its messages.
package protocol Layered: CustomStringConvertible, CustomReflectable {
  associatedtype Content
  var layer: EffectContext.Layer { get }
  var content: Content { get }
}

extension Layered {
  /// The content and the layer as Swift source, such as `LoadRow().in(App.at.rows[7])`.
  package var description: String { "\(sourceText(of: content, namesType: true))\(layer)" }

  package var customMirror: Mirror {
    let (label, value) = layer.shown
    return Mirror(self, children: [label: value, "content": content], displayStyle: .struct)
  }
}

/// A command with the address of the child that returned it, or whose messages are converted; see
/// ``Command/map(_:)``.
package struct LayeredCommand: CommandWrapper, Layered {
  package let layer: EffectContext.Layer
  package let content: any Command

  init(_ layer: EffectContext.Layer, _ content: any Command) {
    (self.layer, self.content) = (layer, content)
  }

  /// - Parameter origin: The model with which a written address begins; `nil` if the framework created
  ///   the address.
  package init(_ command: any Command, in address: AnyAddress, origin: AddressOrigin? = nil) {
    if let layered = command as? LayeredCommand, case .scope(let inner, let own) = layered.layer {
      self.init(
        .scope(address.appending(inner), origin: own?.pushed(by: address, before: inner) ?? origin),
        layered.content)
    } else {
      self.init(.scope(address, origin: origin), command)
    }
  }

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    LayeredCommand(layer, change(content))
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
    LayeredCommand(.map(MessageTransform(transform)), self)
  }
}

extension Command {
  /// Returns the command as if the child at an address had returned it, for tests and for parents.
  ///
  /// The messages of the command go to that child. A ``Cancel`` cancels the commands of that child.
  ///
  /// - Parameter address: The address, relative to the model whose updater returns the command, or
  ///   beginning with the model of the app.
  public func `in`<Root, Child: Model>(_ address: Address<Root, Child>) -> any Command {
    LayeredCommand(self, in: address.anyAddress, origin: AddressOrigin(Root.self))
  }
}

/// A command or a subscription whose interpreter comes with the framework.
///
/// An error that says that an interpreter is missing names it. Otherwise its advice would be to write one.
package protocol SuppliedEffect {
  /// The call that makes the interpreter, such as `.http()`.
  static var supplier: String { get }
}
