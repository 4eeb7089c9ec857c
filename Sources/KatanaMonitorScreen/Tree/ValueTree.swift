/// A value as JSON, of which only the opened parts are looked at.
///
/// The text is that of a recording: without spaces, with the keys in their order.
package struct ValueTree: Equatable, Sendable {
  /// The names or indices that lead to a part.
  package typealias Path = [String]

  package struct Row: Equatable, Sendable {
    package var path: Path
    package var label: String
    package var text: String
    /// Whether its parts follow; `nil` if it has none.
    package var isOpen: Bool?
    package var isChanged = false
    /// Whether it stands for the further elements of its collection.
    package var isMore = false

    package var depth: Int { max(path.count - 1, 0) }
  }

  /// The number of elements that are shown, and of those that each `more` adds.
  package static let step = 100

  private let bytes: [UInt8]
  private let before: [UInt8]?
  private var opened: [Path: Int]
  package private(set) var rows: [Row] = []

  /// - Parameter tree: The tree of another value, of which the same parts are open.
  package init(_ bytes: [UInt8], before: [UInt8]? = nil, as tree: ValueTree? = nil) {
    (self.bytes, self.before) = (bytes, before)
    opened = tree?.opened ?? [[]: Self.step]
    update()
  }

  /// Opens or closes a part, or shows more elements.
  package mutating func toggle(_ path: Path) {
    if path.last == Self.more {
      opened[Array(path.dropLast()), default: Self.step] += Self.step
    } else if opened[path] == nil {
      opened[path] = Self.step
    } else {
      opened[path] = nil
    }
    update()
  }

  private static let more = "…"

  // MARK: Search

  /// Opens the next part behind another one that contains a text. Returns its path; `nil` if there is none.
  package mutating func find(_ text: String, after path: Path?) -> Path? {
    let wanted = Array(text.utf8)
    guard !wanted.isEmpty else { return nil }
    // What a collection contains is behind its beginning, the next value is behind the end of another one.
    let former = path.flatMap { range(at: $0) } ?? 0..<0
    let start = isContainer(former) ? former.lowerBound + 1 : former.upperBound
    for begin in [start, 0] {
      guard let offset = bytes.firstRange(of: wanted, from: begin) else { continue }
      let found = self.path(to: offset)
      for (depth, place) in found.places.enumerated() {
        let outer = Array(found.path[..<depth])
        opened[outer] = max(opened[outer] ?? 0, place + Self.step)
      }
      update()
      return found.path
    }
    return nil
  }

  private func range(at path: Path) -> Range<Int>? {
    var range = 0..<bytes.count
    for name in path {
      guard let part = parts(of: range, in: bytes, limit: .max).first(where: { $0.name == name })
      else { return nil }
      range = part.value
    }
    return range
  }

  private func path(to offset: Int) -> (path: Path, places: [Int]) {
    var (path, places, range) = (Path(), [Int](), 0..<bytes.count)
    while case let parts = parts(of: range, in: bytes, limit: .max),
      let place = parts.firstIndex(where: { $0.whole.contains(offset) })
    {
      let part = parts[place]
      path.append(part.name)
      places.append(place)
      if !part.value.contains(offset) { break }
      range = part.value
    }
    return (path, places)
  }

  // MARK: Rows

  private mutating func update() {
    rows = []
    add(0..<bytes.count, [], before.map { 0..<$0.count }, marks: before != nil)
  }

  /// - Parameters:
  ///   - old: The same part of the value before; `nil` if it was not there.
  ///   - marks: Whether what differs from the value before is marked.
  private mutating func add(_ range: Range<Int>, _ path: Path, _ old: Range<Int>?, marks: Bool) {
    guard let limit = opened[path] else { return }
    let parts = parts(of: range, in: bytes, limit: limit + 1)
    let marks = marks && !isEqual(range, old)
    var former: [String: Range<Int>] = [:]
    if marks, let before, let old {
      for part in self.parts(of: old, in: before, limit: limit + 1) {
        former[part.name] = part.value
      }
    }
    for part in parts.prefix(limit) {
      let place = path + [part.name]
      let was = former[part.name]
      let isContainer = isContainer(part.value)
      rows.append(
        Row(
          path: place, label: part.name, text: preview(part.value),
          isOpen: isContainer ? opened[place] != nil : nil,
          isChanged: marks && !isEqual(part.value, was)))
      if isContainer { add(part.value, place, was, marks: marks) }
    }
    if parts.count > limit {
      rows.append(
        Row(path: path + [Self.more], label: "", text: "more", isOpen: false, isMore: true))
    }
  }

  private func isEqual(_ range: Range<Int>, _ old: Range<Int>?) -> Bool {
    guard let before, let old, old.count == range.count else { return false }
    return before[old] == bytes[range]
  }

  private func isContainer(_ range: Range<Int>) -> Bool {
    guard range.count > 2, let first = bytes[range].first else { return false }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The first characters of a part, for one line.
  private func preview(_ range: Range<Int>) -> String {
    // More bytes than 120 characters have, so that none is cut in its middle.
    let text = String(decoding: bytes[range].prefix(500), as: UTF8.self)
    return text.count > 120 ? text.prefix(120) + "…" : text
  }

  // MARK: Parts

  private struct Part {
    var name: String
    var value: Range<Int>
    /// With the name.
    var whole: Range<Int>
  }

  /// Returns the first parts of a collection. The rest is not looked at.
  private func parts(of range: Range<Int>, in bytes: [UInt8], limit: Int) -> [Part] {
    guard range.count > 2, let open = bytes[range].first,
      open == UInt8(ascii: "{") || open == UInt8(ascii: "[")
    else { return [] }
    return bytes.withUnsafeBufferPointer { buffer in
      var parts: [Part] = []
      var index = range.lowerBound + 1
      while index < range.upperBound - 1, parts.count < limit {
        let start = index
        var name = "\(parts.count)"
        if open == UInt8(ascii: "{") {
          let end = Self.end(of: buffer, from: index)
          guard end - index >= 2 else { break }
          name = String(decoding: buffer[index + 1..<end - 1], as: UTF8.self)
          index = end + 1
        }
        let end = Self.end(of: buffer, from: index)
        guard end > index, end <= range.upperBound else { break }
        parts.append(Part(name: name, value: index..<end, whole: start..<end))
        index = end + 1
      }
      return parts
    }
  }

  /// Returns the index behind the text, the number or the collection that begins at an index.
  private static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return min(index, bytes.count)
  }
}

extension [UInt8] {
  /// Returns where bytes begin, at an index or after it.
  fileprivate func firstRange(of wanted: [UInt8], from start: Int) -> Int? {
    guard wanted.count <= count, start <= count - wanted.count else { return nil }
    return withUnsafeBufferPointer { buffer in
      var index = start
      while index <= buffer.count - wanted.count {
        if buffer[index] == wanted[0],
          buffer[index..<index + wanted.count].elementsEqual(wanted)
        {
          return index
        }
        index += 1
      }
      return nil
    }
  }
}
