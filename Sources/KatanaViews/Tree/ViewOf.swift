public import Katana

/// What a person sees of a model, and what the person can send to it: a value, made by a pure
/// function.
///
/// ```swift
/// func counterView(_ model: Counter) -> ViewOf<Counter> {
///   .row([
///     .button("-", .decreased),
///     .text("\(model.value)", .strong),
///     .button("+", .increased),
///   ])
/// }
/// ```
///
/// The generic parameter is the model, not the message: what the view sends, this model receives. So
/// the view of a child becomes a part of its parent's view by the address of the child, see
/// ``to(_:)``. A message of another model, or a wrong parent, does not compile.
///
/// A face shows the view: the terminal by `runOnTerminal`, a test by `ViewTest`. A face that is not
/// part of Katana reads ``node``.
///
/// - Important: The model's `Receives` must be `Equatable`. The messages are values in the view, and equal
///   models give equal views.
public struct ViewOf<Receiver: Model>: Equatable, Sendable where Receiver.Receives: Equatable {
  /// The tree without the type of the model, as faces read it.
  public package(set) var node: ViewNode

  package init(_ content: ViewNode.Content) { node = ViewNode(content) }

  package init(node: ViewNode) { self.node = node }

  /// Returns a copy that differs in its node.
  package consuming func with(_ change: (inout ViewNode) -> Void) -> ViewOf {
    change(&node)
    return self
  }

  /// Returns a copy that differs in how much room it takes, or how it looks.
  package consuming func looking(_ change: (inout ViewLook) -> Void) -> ViewOf {
    boxed()
    change(&node.look)
    return self
  }

  /// Returns a copy that differs in its rare properties.
  package consuming func having(_ change: (inout ViewNode.Fields) -> Void) -> ViewOf {
    boxed()
    node.change(change)
    return self
  }

  /// Returns a copy that sends something more.
  ///
  /// What a parent adds to the view of a child is the parent's own, so it belongs to a node around that
  /// of the child.
  package consuming func sending(_ change: (inout ViewNode.Fields) -> Void) -> ViewOf {
    if !node.scopes.isEmpty { node = node.wrapped }
    return having(change)
  }

  /// Puts what has no box of its own into one, so that a modifier means the same on every view: a group
  /// becomes a column, and a part gets a node around it.
  private mutating func boxed() {
    switch node.content {
    case .group, .part:
      var outer = ViewNode(.column([node]))
      (outer.key, node.key) = (node.key, nil)
      node = outer
    default: break
    }
  }

  /// Returns the view of a child as a part of its parent's view. What it sends goes to the child.
  ///
  /// ```swift
  /// commentsView(model.comments).to(Reader.at.comments)
  /// ```
  public consuming func to<Root: Model>(_ address: Address<Root, Receiver>) -> ViewOf<Root> {
    node.scopes.insert(address.anyAddress, at: 0)
    return ViewOf<Root>(node: node)
  }
}

extension ViewOf: CustomStringConvertible {
  /// The outline of the view as text; see ``ViewNode/outline(rows:)``.
  public var description: String { node.outline() }
}

extension ViewNode {
  /// A node around this one that takes the same room.
  fileprivate var wrapped: ViewNode {
    var outer = ViewNode(.column([self]))
    (outer.look.width, outer.look.height, outer.key) = (look.width, look.height, key)
    // A dialog stands in the middle of the layers around it.
    if case .dialog = content {
      outer.content = .layers([self])
      (outer.look.width, outer.look.height) = (.fill, .fill)
    }
    return outer
  }
}
