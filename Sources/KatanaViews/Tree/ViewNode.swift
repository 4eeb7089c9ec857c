public import Katana

/// A node of a ``ViewOf``, without the type of the model: what a face reads.
///
/// A face walks the tree from ``ViewOf/node``, and keeps a ``ViewContext`` beside it, which turns
/// the actions of a node into messages.
public struct ViewNode: Equatable, Sendable {
  /// What the node shows, and the nodes in it.
  public package(set) var content: Content
  /// How much room the node takes, and how it looks.
  public package(set) var look = ViewLook()
  /// What tells the node from its siblings when they change their order; `nil` for its index.
  public package(set) var key: ViewKey?
  /// The addresses of the children to which the node and those in it belong, from the outside in.
  package var scopes: [AnyAddress] = []
  package var extras: Extras?

  package init(_ content: Content) { self.content = content }

  /// What a node shows.
  public indirect enum Content: Equatable, Sendable {
    /// Nothing. The node keeps its index, so that its siblings keep theirs.
    case empty
    /// A text.
    case text(String)
    /// A text whose parts differ in style.
    case styledText([StyledText])
    /// Views one after the other, from the leading side to the trailing one.
    case row([ViewNode])
    /// Views one below the other.
    case column([ViewNode])
    /// Views that belong to the node around them as if they stood there themselves.
    case group([ViewNode])
    /// Views one above the other, the last on top.
    case layers([ViewNode])
    /// Cells, row by row, in columns of these widths.
    case grid([ViewLength], [ViewNode])
    /// Rows of which one is current.
    case list(ViewList)
    /// The titles of columns, and the list below them, whose rows are `row`s of cells. The width of a
    /// title is that of its column.
    case table([ViewNode], ViewNode)
    /// A part of a content that is larger than the room for it. `follows`: the end stays visible
    /// while the content grows, until the person scrolls back.
    case scroll(ViewNode, follows: Bool)
    /// The first of these views that fits into the width; the last if none does.
    case fitting([ViewNode])
    /// A line between views.
    case divider
    /// A button with its title.
    case button(String)
    /// A field for a text.
    case input(ViewInput)
    /// A mark that is on or off, with its label.
    case checkbox(String, isOn: Bool)
    /// One of several options, with its label and the index of the one that is chosen. With the role
    /// `tabList`, they are the titles of pages.
    case select(String, options: [String], chosen: Int?)
    /// A number in a range, with its label.
    case slider(String, Double, in: ClosedRange<Double>, step: Double)
    /// How much is done, from 0 to 1; `nil` if that is not known.
    case progress(Motion?)
    /// A sign that something goes on, which the face turns.
    case spinner
    /// A drawing.
    case drawing(ViewDrawing)
    /// A dialog above the rest, with its title. While it is shown, nothing else can be reached.
    case dialog(String, ViewNode)
    /// The keys that act at present, with their titles.
    case keyHelp
    /// A part that is computed again only when it has changed.
    case part(AnyViewPart)
  }

  /// Properties that few nodes have.
  package struct Fields: Equatable, Sendable {
    package var press: ViewAction?
    package var secondary: ViewAction?
    package var submit: ViewAction?
    package var leave: ViewAction?
    package var cancel: ViewAction?
    package var select: ViewAction?
    package var changedText: Reply<String>?
    package var changedFlag: Reply<Bool>?
    package var changedIndex: Reply<Int>?
    package var changedNumber: Reply<Double>?
    package var pointer: Reply<DrawingPointer>?
    package var keys: [ViewKeyBinding] = []
    package var label: String?
    package var role: ViewRole?
    package var title: String?
    package var cancelTitle: String?
    package var source: String?
    package var states: [ViewState] = []
    package var details: String?
    package var direction: ViewDirection?
    package var isFocused = false
    package var isDisabled = false
  }

  /// The rare properties in an object, so that most nodes are small and quick to copy.
  package final class Extras: Equatable, Sendable {
    package let fields: Fields
    /// Whether a click or a key makes the node send something.
    package let isControl: Bool

    package init(_ fields: Fields) {
      self.fields = fields
      isControl =
        fields.press != nil || fields.secondary != nil || fields.changedText != nil
        || fields.changedFlag != nil || fields.changedIndex != nil || fields.changedNumber != nil
        || fields.pointer != nil
    }

    package static func == (lhs: Extras, rhs: Extras) -> Bool {
      lhs === rhs || lhs.fields == rhs.fields
    }
  }

  /// Whether nothing was said of the node but what it contains.
  package var isBare: Bool { look == ViewLook() && extras == nil }

  package mutating func change(_ body: (inout Fields) -> Void) {
    var fields = extras?.fields ?? Fields()
    body(&fields)
    extras = Extras(fields)
  }
}

extension ViewNode {
  /// Sent when the node is pressed: a click, Enter or Space.
  public var press: ViewAction? { extras?.fields.press }
  /// Sent by a right click, or Enter with Alt.
  public var secondaryPress: ViewAction? { extras?.fields.secondary }
  /// Sent by Enter in a field.
  public var submit: ViewAction? { extras?.fields.submit }
  /// Sent when the focus leaves the node.
  public var leave: ViewAction? { extras?.fields.leave }
  /// Sent by Escape in a dialog.
  public var cancel: ViewAction? { extras?.fields.cancel }
  /// What Escape does in a dialog, in one or two words.
  public var cancelTitle: String? { extras?.fields.cancelTitle }
  /// Sent when the row becomes the current one of its list.
  public var select: ViewAction? { extras?.fields.select }
  /// Makes the message for a text that was typed.
  public var changedText: Reply<String>? { extras?.fields.changedText }
  /// Makes the message for a checkbox that was switched.
  public var changedFlag: Reply<Bool>? { extras?.fields.changedFlag }
  /// Makes the message for the index of an option that was chosen.
  public var changedIndex: Reply<Int>? { extras?.fields.changedIndex }
  /// Makes the message for a number that was set.
  public var changedNumber: Reply<Double>? { extras?.fields.changedNumber }
  /// Makes the message for a pointer in a drawing.
  public var pointer: Reply<DrawingPointer>? { extras?.fields.pointer }
  /// The keys that act while the node, or one in it, is shown.
  public var keys: [ViewKeyBinding] { extras?.fields.keys ?? [] }
  /// What the node is called. A control is called by its own label unless this says otherwise.
  public var label: String? { extras?.fields.label ?? ownLabel }
  /// What the node is for.
  public var role: ViewRole? { extras?.fields.role ?? ownRole }
  /// What is true of the node at present.
  public var states: [ViewState] { extras?.fields.states ?? [] }
  /// What is to be said of the node beside its label, such as why it is invalid.
  public var details: String? { extras?.fields.details }
  /// Whether the node contains a secret, which a face shows to nobody and does not send back.
  public var isSecret: Bool {
    if case .input(let input) = content { input.kind == .secret } else { false }
  }
  /// Where the picture is that the node describes.
  public var source: String? { extras?.fields.source }
  /// The title of the window; the innermost one that is shown counts.
  public var windowTitle: String? { extras?.fields.title }
  /// The direction in which the node and those in it are written; `nil` for that of the node around
  /// it.
  public var direction: ViewDirection? { extras?.fields.direction }
  /// Whether the node asks for the focus. A face gives it when this becomes true.
  public var isFocused: Bool { extras?.fields.isFocused ?? false }
  /// Whether the node and those in it send nothing.
  public var isDisabled: Bool { extras?.fields.isDisabled ?? false }

  /// The nodes in this one, without the rows of a list and the view of a part.
  package var children: [ViewNode] {
    switch content {
    case .row(let nodes), .column(let nodes), .group(let nodes), .layers(let nodes),
      .grid(_, let nodes), .fitting(let nodes):
      nodes
    case .scroll(let node, _), .dialog(_, let node): [node]
    case .table(let headers, let list): headers + [list]
    default: []
    }
  }

  /// The role of what has but one.
  private var ownRole: ViewRole? {
    switch content {
    case .dialog: .dialog
    case .table: .table
    default: nil
    }
  }

  /// Whether the node is the row of titles of `tabs`.
  package var isTabs: Bool {
    if case .select = content { role == .tabList } else { false }
  }

  /// The label that is a part of the control itself.
  private var ownLabel: String? {
    switch content {
    case .button(let title): title
    case .input(let input): input.label
    case .checkbox(let label, _), .select(let label, _, _), .slider(let label, _, _, _),
      .dialog(let label, _):
      label
    case .drawing(let drawing): drawing.label
    default: nil
    }
  }
}

/// A field for a text.
public struct ViewInput: Equatable, Sendable {
  /// What the field is called.
  public package(set) var label: String
  /// The text, as the model has it.
  public package(set) var text: String
  /// Whether the field has one line, several, or hides what is typed.
  public package(set) var kind: Kind
  /// What is shown while the field is empty.
  public package(set) var placeholder = ""
  /// What the text can be completed to, by → at its end; empty if there is nothing.
  public package(set) var suggestion = ""

  /// The kind of a field.
  public enum Kind: Hashable, Sendable {
    /// One line.
    case line
    /// One line that is not shown.
    case secret
    /// Several lines.
    case area
  }
}

/// A message, which can be compared with another one.
public struct ViewAction: Equatable, Sendable {
  /// The message in an object, so that nodes are small and quick to copy.
  private final class Box: Sendable {
    let message: any Message & Equatable
    /// The child that receives it, from the node's model on; `nil` for that model itself.
    let address: AnyAddress?

    init(_ message: any Message & Equatable, _ address: AnyAddress?) {
      (self.message, self.address) = (message, address)
    }
  }

  private let box: Box

  package init(_ message: some Message & Equatable, to address: AnyAddress? = nil) {
    box = Box(message, address)
  }

  /// The message, with the address of the child that receives it.
  package var message: any Message {
    guard let address = box.address, !isGlobal(box.message) else { return box.message }
    return ScopedMessage(box.message, in: address)
  }

  /// Returns whether both send equal messages to the same receiver.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func open<M: Equatable>(_ message: M) -> Bool { (rhs.box.message as? M) == message }
    return lhs.box === rhs.box || lhs.box.address == rhs.box.address && open(lhs.box.message)
  }
}

/// A key that sends a message.
public struct ViewKeyBinding: Equatable, Sendable {
  /// The key.
  public package(set) var shortcut: Shortcut
  /// What the key does, in one or two words.
  public package(set) var title: String
  /// What the key sends.
  public package(set) var action: ViewAction
  /// Where the key acts.
  public package(set) var scope: KeyScope
}

/// Where a key of a view acts.
public enum KeyScope: Hashable, Sendable {
  /// While the focus is in the view, or nothing on the screen can have it.
  case focus
  /// While the view is shown and not behind a dialog, wherever the focus is.
  case screen
}

/// Where a node stands: what turns its actions into messages of the app.
///
/// A face begins with `ViewContext()` at the root, and calls ``entering(_:)`` for each node, before
/// it reads the node's actions and goes on to the nodes in it.
public struct ViewContext: Equatable, Sendable {
  /// The addresses from the outside in.
  private var scopes: [AnyAddress] = []
  /// Whether the node, or one around it, is disabled.
  public private(set) var isDisabled = false
  /// The direction in which the node is written.
  public private(set) var direction = ViewDirection.leftToRight

  /// Creates the context of the root.
  public init() {}

  /// Returns the context of a node in this one.
  public func entering(_ node: ViewNode) -> ViewContext {
    var context = self
    if !node.scopes.isEmpty { context.scopes += node.scopes }
    // The properties are read one by one: a copy of all of them is slow.
    guard let extras = node.extras else { return context }
    if extras.fields.isDisabled { context.isDisabled = true }
    if let direction = extras.fields.direction { context.direction = direction }
    return context
  }

  /// Returns the message of an action, with the address of its receiver.
  public func message(of action: ViewAction) -> any Message { scoped(action.message) }

  /// Returns the message for a value, with the address of its receiver.
  public func message<Value>(of reply: Reply<Value>, _ value: Value) -> any Message {
    scoped(reply(value))
  }

  private func scoped(_ message: any Message) -> any Message {
    if scopes.isEmpty || isGlobal(message) { return message }
    return scopes.reversed().reduce(message) { ScopedMessage($0, in: $1) }
  }
}
