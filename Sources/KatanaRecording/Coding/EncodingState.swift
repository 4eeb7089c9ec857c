/// The state that all containers of one encoding share: the bytes, and the unfinished values.
///
/// Bytes are written in the order in which a value encodes itself. Some values write to an outer
/// container and then again to an inner one. Such a value is encoded a second time with
/// `writesTree`, with separate bytes for each unfinished value.
final class EncodingState {
  /// A value that is being written.
  struct Slot {
    enum Kind: UInt8 { case empty, scalar, object, array }

    let serial: UInt32
    var kind: Kind
    var count: Int32 = 0
    /// The index of the first key of this object in `keys`.
    var firstKey = 0
    let name: Name
    let parent: Int32
  }

  /// The name of a value in its container.
  enum Name {
    case none
    case index(Int)
    /// The range of the bytes of a key, including its quotes.
    case key(Int, Int)
  }

  /// A handle on a slot. It is void when the slot is finished.
  struct Place {
    let index: Int32
    let serial: UInt32

    static var void: Place { Place(index: -1, serial: .max) }
  }

  /// The deepest nesting of values. The decoder does not read deeper values either.
  static let depthLimit = 512

  // Unchecked exclusivity is safe: one thread at a time uses the state, and no access encloses
  // another one.
  @exclusivity(unchecked) var bytes: [UInt8] = []
  @exclusivity(unchecked) var slots: [Slot] = []
  /// The keys of the unfinished objects, to find duplicates.
  @exclusivity(unchecked) var keys: [(start: Int, end: Int)] = []
  /// The serial number of the slot to which bytes are appended.
  @exclusivity(unchecked) var current: UInt32 = 0
  @exclusivity(unchecked) private var lastSerial: UInt32 = 0
  @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  @exclusivity(unchecked) var maskedSecrets = 0
  @exclusivity(unchecked) var special = SpecialTypes()
  /// The first error. Some functions of containers cannot throw it, so it is kept until the end.
  @exclusivity(unchecked) var failure: EncodingError?
  /// Whether a value wrote to a container that was finished already.
  @exclusivity(unchecked) var isOutOfOrder = false
  @exclusivity(unchecked) var tree: EncodingTree?

  func reset(_ userInfo: [CodingUserInfoKey: any Sendable], writesTree: Bool) {
    slots.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    (current, lastSerial, maskedSecrets) = (0, 0, 0)
    self.userInfo = userInfo
    (failure, isOutOfOrder) = (nil, false)
    tree = writesTree ? EncodingTree() : nil
  }

  func encodeRoot(_ value: some Encodable) throws {
    let root = push(.empty, name: .none, parent: -1)
    try encode(value, in: root)
    close(downTo: 0)
    if let failure { throw failure }
  }

  // MARK: Slots

  /// Begins a value after the last written byte.
  func push(_ kind: Slot.Kind, name: Name, parent: Int32) -> Place {
    guard slots.count < Self.depthLimit || tree != nil else {
      fail("The value is nested more than \(Self.depthLimit) levels deep.", at: parent)
      return .void
    }
    lastSerial += 1
    let place = Place(index: Int32(slots.count), serial: lastSerial)
    slots.append(
      Slot(serial: lastSerial, kind: kind, firstKey: keys.count, name: name, parent: parent))
    if tree != nil { beginBuffer(of: place, parent: parent) }
    current = lastSerial
    switch kind {
    case .object: bytes.append(ASCII.openBrace)
    case .array: bytes.append(ASCII.openBracket)
    case .empty, .scalar: break
    }
    return place
  }

  /// Makes a slot the current one. Returns false if that is not possible, because the slot is
  /// finished or the encoding has failed.
  @inline(__always)
  func select(_ place: Place) -> Bool { place.serial == current || reselect(place) }

  private func reselect(_ place: Place) -> Bool {
    if failure != nil || isOutOfOrder || place.index < 0 { return false }
    if tree != nil {
      switchBuffer(to: place)
      return true
    }
    guard place.index < slots.count, slots[Int(place.index)].serial == place.serial else {
      isOutOfOrder = true
      return false
    }
    close(downTo: Int(place.index) + 1)
    return true
  }

  /// Finishes all values but the first `count` ones.
  func close(downTo count: Int) {
    if tree != nil { return }
    while slots.count > count {
      let slot = slots.removeLast()
      finish(slot)
      keys.removeLast(keys.count - slot.firstKey)
    }
    current = slots.last?.serial ?? 0
  }

  private func finish(_ slot: Slot) {
    switch slot.kind {
    case .scalar: break
    case .array: bytes.append(ASCII.closeBracket)
    case .object:
      checkManyKeys(of: slot)
      bytes.append(ASCII.closeBrace)
    case .empty:
      bytes.append(ASCII.openBrace)
      bytes.append(ASCII.closeBrace)
    }
  }

  // MARK: Errors

  func fail(_ text: String, at index: Int32) {
    if failure != nil || isOutOfOrder { return }
    failure = .invalidValue(
      text, EncodingError.Context(codingPath: path(to: index), debugDescription: text))
  }

  /// An error that ends the encoding of a value. The reason is in `failure` or `isOutOfOrder`.
  struct Interrupted: Error {}

  // MARK: Names

  func path(to place: Place) -> [any CodingKey] { path(to: place.index) }

  func path(to index: Int32) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = Int(index)
    while slots.indices.contains(index) {
      switch slots[index].name {
      case .none: break
      case .index(let number): path.append(PathKey(index: number))
      case .key(let start, let end):
        path.append(PathKey(name(start, end, in: Int(slots[index].parent))))
      }
      index = Int(slots[index].parent)
    }
    return path.reversed()
  }

  private func name(_ start: Int, _ end: Int, in parent: Int) -> String {
    let bytes = buffer(of: parent)
    guard start + 1 <= end - 1, end <= bytes.count else { return "" }
    return JSONText.unescaped(bytes[(start + 1)..<(end - 1)])
  }
}
