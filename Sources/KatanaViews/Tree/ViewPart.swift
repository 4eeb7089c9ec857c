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
/// view depends on, and nothing that changes with every message. A part that stores a view, a `Reply` or
/// a function is computed each time: functions cannot be compared, and the newest one must be called.
public protocol ViewPart<Receiver>: Equatable, Sendable {
  /// The model that receives what the part sends.
  associatedtype Receiver: Model where Receiver.Receives: Equatable

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
  associatedtype Receiver: Model where Receiver.Receives: Equatable
  /// What tells a row from the others.
  associatedtype RowID: Hashable, Sendable

  /// The number of rows.
  var count: Int { get }
  /// Returns the `id` of a row. Each `id` occurs once.
  func id(at index: Int) -> RowID
  /// Returns the index of the row with an `id`, or `nil` if there is none.
  ///
  /// It is asked for when the current row has moved or gone. By default, all rows are looked through;
  /// implement it if your rows are found faster.
  func index(of id: RowID) -> Int?
  /// Returns the view of a row. In a terminal, it has one line.
  func row(at index: Int) -> ViewOf<Receiver>
}

extension ViewRows {
  /// Looks through all rows.
  public func index(of id: RowID) -> Int? { (0..<max(count, 0)).first { self.id(at: $0) == id } }
}

/// A ``ViewPart`` of any type.
public struct AnyViewPart: Equatable, Sendable {
  private let part: any ViewPart

  package init(_ part: some ViewPart) { self.part = part }

  /// The type of the part.
  package var typeID: ObjectIdentifier { ObjectIdentifier(type(of: part)) }

  /// Whether the part stores a view, a reply or a function. Two of them count as equal although they send for
  /// other values, so such a part must not stand for another one.
  package var storesFunctions: StoredFunctions { functions(in: part) }

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

/// Whether values of a type store views, replies or other functions.
package enum StoredFunctions: Sendable {
  /// No value of the type does.
  case none
  /// This value does not, but another one may: an optional or a list of it is empty, or it has an enum.
  case noneNow
  /// They do.
  case some
}

/// Returns whether a value stores views, replies or other functions, by the names of the types in it.
private func functions(in value: Any, depth: Int = 0) -> StoredFunctions {
  let name = _typeName(type(of: value), qualified: true)
  let sending = ["Katana.Reply<", "KatanaViews.ViewOf<", "->"]
  if depth > 8 || sending.contains(where: name.contains) { return .some }
  let mirror = Mirror(reflecting: value)
  if mirror.children.isEmpty {
    // What is not there has no type to look into, unless it is one of the standard library.
    let isOpen = mirror.displayStyle != nil && mirror.displayStyle != .struct
    let inner = name.split(separator: "<").last.map(String.init) ?? name
    return isOpen && !inner.hasPrefix("Swift.") ? .noneNow : .none
  }
  var found = mirror.displayStyle == .enum ? StoredFunctions.noneNow : .none
  for child in mirror.children {
    switch functions(in: child.value, depth: depth + 1) {
    case .none: break
    case .noneNow: found = .noneNow
    case .some: return .some
    }
  }
  return found
}

/// The rows of a list.
///
/// One of its rows is current, and the arrow keys move that mark. Tab stops at the controls of that row.
/// Which row is current belongs to the face, unless the view says it.
public struct ViewList: Equatable, Sendable {
  private let rows: any ListRows
  /// Whether the end stays visible while rows are added, until the person scrolls back.
  public let follows: Bool
  /// The key of the row that the model says is current; `nil` if the face decides.
  public let selected: ViewKey?

  package init(_ rows: some ViewRows, selected: ViewKey?, follows: Bool) {
    (self.rows, self.selected, self.follows) = (LazyRows(rows: rows), selected, follows)
  }

  package init(_ rows: [ViewNode], selected: ViewKey?, follows: Bool) {
    (self.rows, self.selected, self.follows) = (AllRows(rows), selected, follows)
  }

  /// The number of rows.
  public var count: Int { rows.count }

  /// Whether the rows are computed one by one, so that there may be very many.
  package var isLazy: Bool { !(rows is AllRows) }

  /// Returns a row, computed now if the list is lazy.
  public func row(at index: Int) -> ViewNode { rows.row(at: index) }

  /// Returns the identity of a row in the list, without computing its view.
  public func id(at index: Int) -> ViewID { rows.id(at: index) }

  /// Returns what tells a row from the others, without computing its view.
  public func key(at index: Int) -> ViewKey { rows.key(at: index) }

  /// Returns the index of the row with a key that ``key(at:)`` has returned; `nil` if it is gone.
  public func index(of key: ViewKey) -> Int? { rows.index(of: key) }

  /// The index of the row that the model says is current; `nil` if it names none, or one that is not
  /// there.
  package var selectedIndex: Int? { selected.flatMap { rows.index(ofSelected: $0) } }

  /// Returns whether both have equal rows.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func open<Rows: ListRows>(_ rows: Rows) -> Bool { (rhs.rows as? Rows) == rows }
    return lhs.follows == rhs.follows && lhs.selected == rhs.selected && open(lhs.rows)
  }
}

/// The rows of a list, of one of two kinds.
private protocol ListRows: Equatable, Sendable {
  var count: Int { get }
  func row(at index: Int) -> ViewNode
  func id(at index: Int) -> ViewID
  func key(at index: Int) -> ViewKey
  func index(of key: ViewKey) -> Int?
  func index(ofSelected key: ViewKey) -> Int?
}

private struct LazyRows<Rows: ViewRows>: ListRows {
  let rows: Rows

  var count: Int { max(rows.count, 0) }
  func row(at index: Int) -> ViewNode {
    var node = rows.row(at: index).node
    node.key = ViewKey(rows.id(at: index), of: node.key)
    return node
  }
  func id(at index: Int) -> ViewID { ViewID.root.child(key(at: index)) }
  func key(at index: Int) -> ViewKey { ViewKey(rows.id(at: index)) }
  func index(of key: ViewKey) -> Int? {
    key.value(as: Rows.RowID.self).flatMap { rows.index(of: $0) }
  }
  func index(ofSelected key: ViewKey) -> Int? { index(of: key) }
}

private struct AllRows: ListRows {
  /// A row and its identity in the list, which the groups around it belong to.
  private struct Row: Equatable {
    var node: ViewNode
    var id: ViewID
  }

  private var rows: [Row] = []

  init(_ rows: [ViewNode]) { add(rows, .root) }

  /// A row in a group is a row of the list. The group is a step of its identity.
  private mutating func add(_ nodes: [ViewNode], _ outer: ViewID) {
    for (index, node) in nodes.enumerated() {
      let id = outer.inside(node, at: index)
      switch node.content {
      case .empty where node.isBare: break
      case .group(let inner):
        let first = rows.count
        add(inner, id)
        if node.scopes.isEmpty { break }
        for index in first..<rows.count {
          rows[index].node.scopes = node.scopes + rows[index].node.scopes
        }
      default: rows.append(Row(node: node, id: id))
      }
    }
  }

  var count: Int { rows.count }
  func row(at index: Int) -> ViewNode { rows[index].node }
  func id(at index: Int) -> ViewID { rows[index].id }
  func key(at index: Int) -> ViewKey { ViewKey(rows[index].id) }
  func index(of key: ViewKey) -> Int? { rows.firstIndex { ViewKey($0.id) == key } }
  func index(ofSelected key: ViewKey) -> Int? {
    rows.firstIndex { $0.node.key?.names(key) == true }
  }
}
