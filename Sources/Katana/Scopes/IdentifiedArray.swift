/// An array of elements with different `id`s, which finds an element by its `id` in constant time.
///
/// ```swift
/// var rows: IdentifiedArray<Row> = [Row(id: 7)]
/// rows[id: 7]?.title = "new"
/// rows.append(Row(id: 8))
/// rows.remove(id: 7)
/// ```
///
/// The `id` of an element that is an object must not change.
///
/// Use it for the collections of `.each` parts. The time for a message to a row then does not
/// depend on the number of rows.
public struct IdentifiedArray<Element: Identifiable>: RandomAccessCollection, MutableCollection {
  // Everything is inlinable, because a change of many elements takes 5 to 15 times as long where the
  // compiler does not know their type.
  @usableFromInline var elements: [Element] = []
  /// The index of each element, and the `id`s. Copies of the array share them until elements are
  /// added, removed or moved.
  @usableFromInline var table = Table()

  @usableFromInline
  final class Table: @unchecked Sendable {
    // Safe to send: it is changed only while a single array refers to it. For the same reason, it
    // needs no dynamic exclusivity checks, which are measurable here.
    @exclusivity(unchecked) @usableFromInline var indices: [Element.ID: Int]
    /// The `id`s in their order.
    @exclusivity(unchecked) @usableFromInline var ids: [Element.ID]

    @inlinable
    init(_ indices: [Element.ID: Int] = [:], _ ids: [Element.ID] = []) {
      (self.indices, self.ids) = (indices, ids)
    }
  }

  /// Creates an empty array.
  public init() {}

  /// Calls a function with the memory of the elements.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try elements.withContiguousStorageIfAvailable(body)
  }

  /// Creates an array of the elements of a sequence. Of several elements with one `id`, it keeps
  /// the first.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ sequence: some Sequence<Element>) {
    for element in sequence { append(element) }
  }

  /// Calls a function with the memory of the elements, to sort them, for example.
  ///
  /// - Complexity: O(*n*), besides the function.
  @inlinable
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    defer {
      if !elements.elementsEqual(table.ids, by: { $0.id == $1 }) { makeTable() }
    }
    return try elements.withContiguousMutableStorageIfAvailable(body)
  }

  /// The index of the first element.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last element.
  @inlinable public var endIndex: Int { elements.count }

  /// The `id`s of the elements, in their order.
  ///
  /// Until elements are added, removed or moved, each access returns the same array, and comparing
  /// it with itself takes constant time. So a view of a list may read the `id`s after each message.
  ///
  /// - Complexity: O(1).
  @inlinable public var ids: [Element.ID] { table.ids }

  /// The element at an index.
  ///
  /// A new element may have another `id` than the old one. While elements are swapped or sorted,
  /// two elements may temporarily have one `id`.
  @inlinable
  public subscript(index: Int) -> Element {
    get { elements[index] }
    _modify {
      let id = elements[index].id
      defer { noteID(at: index, before: id) }
      yield &elements[index]
    }
  }

  /// The element with an `id`, or `nil` if there is none.
  ///
  /// Setting an element replaces the one with that `id`, or appends the new one if there is none.
  /// Setting `nil` removes the element.
  ///
  /// - Precondition: The `id` of a new element is equal to the argument.
  /// - Complexity: O(1) on average; O(*n*) for a removal.
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    get { index(ofID: id).map { elements[$0] } }
    set {
      guard let newValue else { return _ = remove(id: id) }
      precondition(newValue.id == id, "The element for the id \(id) has the id \(newValue.id).")
      if let index = index(ofID: id) { elements[index] = newValue } else { append(newValue) }
    }
  }

  /// Adds an element at the end, unless the array has an element with its `id`.
  ///
  /// - Returns: Whether the element was added.
  /// - Complexity: O(1) on average.
  @inlinable @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    insert(element, at: elements.count)
  }

  /// Inserts an element at an index, unless the array has an element with its `id`.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - index: The index of the new element, from 0 to `count`.
  /// - Returns: Whether the element was inserted.
  /// - Complexity: O(*n*), where *n* is the number of elements after it.
  @inlinable @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    guard table.indices[element.id] == nil else { return false }
    elements.insert(element, at: index)
    makeUnique()
    table.ids.insert(element.id, at: index)
    noteIndices(from: index)
    return true
  }

  /// Removes the element with an `id`.
  ///
  /// - Returns: The removed element, or `nil` if there was none with the `id`.
  /// - Complexity: O(*n*).
  @inlinable @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    index(ofID: id).map { remove(at: $0) }
  }

  /// Removes the element at an index.
  ///
  /// - Returns: The removed element.
  /// - Complexity: O(*n*).
  @inlinable @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    makeUnique()
    let hasDuplicates = table.indices.count < table.ids.count
    table.indices[element.id] = nil
    table.ids.remove(at: index)
    noteIndices(from: index)
    if hasDuplicates { noteIndex(of: element.id) }
    return element
  }

  /// Removes the elements that a predicate accepts.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    let count = elements.count
    var isDone = false
    // Also after an error of the predicate, because the elements may be in another order then.
    defer {
      if !isDone || elements.count != count { makeTable() }
    }
    try elements.removeAll(where: shouldBeRemoved)
    isDone = true
  }

  @inlinable
  mutating func makeTable() {
    table = Table([:], elements.map { $0.id })
    noteIndices(from: 0)
  }

  @inlinable
  func noteIndices(from start: Int) {
    for index in start..<elements.count { table.indices[table.ids[index]] = index }
  }

  @inlinable
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&table) { table = Table(table.indices, table.ids) }
  }

  /// Updates the index of an element whose `id` may have changed.
  @inlinable
  mutating func noteID(at index: Int, before old: Element.ID) {
    if elements[index].id == old { return }
    makeUnique()
    let hasDuplicates = table.indices.count < table.ids.count
    table.ids[index] = elements[index].id
    if table.indices[old] == index {
      table.indices[old] = nil
      if hasDuplicates { noteIndex(of: old) }
    }
    table.indices[elements[index].id] = index
  }

  /// Notes the index of the first element with an `id` that another element had, too.
  @inlinable
  func noteIndex(of id: Element.ID) {
    if let index = table.ids.firstIndex(of: id) { table.indices[id] = index }
  }
}

extension IdentifiedArray {
  /// Returns the index of the element with an `id`, or `nil` if there is none.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  public func index(ofID id: Element.ID) -> Int? {
    guard let index = table.indices[id] else { return nil }
    // A running update may have changed the `id` of an element in place. The table of
    // indices is updated only when the access to the element ends.
    return elements[index].id == id ? index : elements.firstIndex { $0.id == id }
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// Creates an array of elements. Of several elements with one `id`, it keeps the first.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns whether two arrays have equal elements in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elements == rhs.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the elements to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array does.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  /// Decodes the elements from an array.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same `id`.
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    self.init(elements)
    guard count == elements.count else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\(elements.count - count) elements have the id of another one."))
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomReflectable {
  /// The elements, as the description of an array shows them.
  public var description: String { "\(elements)" }

  /// A mirror of the elements, like that of an array.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
