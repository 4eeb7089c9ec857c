public import Katana

/// A part of a view that is computed again only when one of its stored properties has changed.
///
/// ```swift
/// struct RowPart: ViewPart {
///   var row: Row
///   var view: ViewOf<Table> { .text(row.title) }
/// }
/// ```
///
/// A face keeps the last value at each place, and compares it with `==`. So store exactly what the
/// view depends on, and nothing that changes with every message.
public protocol ViewPart<Receiver>: Equatable, Sendable {
  /// The model that receives what the part sends.
  associatedtype Receiver: Model

  /// The view of the part. Computed from the stored properties alone.
  var view: ViewOf<Receiver> { get }
}

/// The rows of a long list, of which a face computes only those that are seen.
///
/// ```swift
/// struct ArticleRows: ViewRows {
///   var articles: [Article]
///   var count: Int { articles.count }
///   func id(at index: Int) -> String { articles[index].slug }
///   func row(at index: Int) -> ViewOf<Reader> { .text(articles[index].title) }
/// }
/// ```
public protocol ViewRows<Receiver>: Equatable, Sendable {
  /// The model that receives what the rows send.
  associatedtype Receiver: Model
  /// What tells a row from the others.
  associatedtype RowID: Hashable, Sendable

  /// The number of rows.
  var count: Int { get }
  /// Returns the `id` of a row. Each `id` occurs once.
  func id(at index: Int) -> RowID
  /// Returns the view of a row. In a terminal, it has one line.
  func row(at index: Int) -> ViewOf<Receiver>
}

/// A ``ViewPart`` of any type.
public struct AnyViewPart: Equatable, Sendable {
  private let part: any ViewPart

  package init(_ part: some ViewPart) { self.part = part }

  /// The view of the part, computed now.
  public var node: ViewNode {
    func open(_ part: some ViewPart) -> ViewNode { part.view.node }
    return open(part)
  }

  /// Returns whether both are equal parts of the same type.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // Without a comparison of optionals, which is slow here.
    func open<Part: ViewPart>(_ part: Part) -> Bool {
      guard let other = rhs.part as? Part else { return false }
      return part == other
    }
    return open(lhs.part)
  }
}

/// The rows of a list.
///
/// A list is one stop of the Tab key. One of its rows is current, and the arrow keys move that mark.
/// Which row is current belongs to the face.
public struct ViewList: Equatable, Sendable {
  private enum Rows: Sendable {
    case lazy(any ViewRows)
    case all([ViewNode])
  }

  private let rows: Rows
  /// Whether the end stays visible while rows are added, until the person scrolls back.
  public let follows: Bool

  package init(_ rows: some ViewRows, follows: Bool) {
    self.rows = .lazy(rows)
    self.follows = follows
  }

  package init(_ rows: [ViewNode], follows: Bool) {
    self.rows = .all(rows.flatMap(Self.flat))
    self.follows = follows
  }

  /// A row in a group is a row of the list. Its key also tells the group from the other ones.
  private static func flat(_ node: ViewNode) -> [ViewNode] {
    switch node.content {
    case .empty: return []
    case .group(let rows):
      return rows.flatMap(flat).map {
        var row = $0
        row.scopes = node.scopes + row.scopes
        return row
      }
    default: return [node]
    }
  }

  /// The number of rows.
  public var count: Int {
    switch rows {
    case .lazy(let rows): rows.count
    case .all(let rows): rows.count
    }
  }

  /// Whether the rows are computed one by one, so that there may be very many.
  public var isLazy: Bool { if case .lazy = rows { true } else { false } }

  /// Returns a row, whose key is its `id`.
  public func row(at index: Int) -> ViewNode {
    func open(_ rows: some ViewRows) -> ViewNode {
      var node = rows.row(at: index).node
      node.key = ViewKey(rows.id(at: index))
      return node
    }
    switch rows {
    case .lazy(let rows): return open(rows)
    case .all(let rows):
      var node = rows[index]
      if node.key == nil { node.key = ViewKey(index) }
      return node
    }
  }

  /// Returns the key of a row, without computing its view.
  public func key(at index: Int) -> ViewKey {
    func open(_ rows: some ViewRows) -> ViewKey { ViewKey(rows.id(at: index)) }
    return switch rows {
    case .lazy(let rows): open(rows)
    case .all(let rows): rows[index].key ?? ViewKey(index)
    }
  }

  /// Returns whether both have equal rows.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func open<Rows: ViewRows>(_ left: Rows, _ right: any ViewRows) -> Bool {
      (right as? Rows) == left
    }
    guard lhs.follows == rhs.follows else { return false }
    return switch (lhs.rows, rhs.rows) {
    case (.lazy(let left), .lazy(let right)): open(left, right)
    case (.all(let left), .all(let right)): left == right
    default: false
    }
  }
}
