/// A source file in which some places stand behind the switch.
public struct Rewriting: Sendable {
  /// The rewritten file.
  public let text: String
  /// Where each mutant stands in the rewritten text, in bytes.
  public let spans: [Int: Range<Int>]

  /// Puts places, each with the number of its mutant, behind the switch.
  public init(_ source: String, _ places: [Int: Place]) {
    let ordered = places.sorted { $0.value.precedes($1.value) }
    var writer = Writer(source: Array(source.utf8), places: ordered[...])
    writer.write(upTo: writer.source.count)
    text = String(decoding: writer.output, as: UTF8.self)
    spans = writer.spans
  }

  /// Returns the mutants that may have caused the compile error at a position: the innermost mutant
  /// around it. If there is none, returns those on its line, or else the nearest one.
  public func mutants(atLine line: Int, column: Int) -> [Int] {
    let lines = lineStarts
    guard lines.indices.contains(line - 1) else { return Array(spans.keys) }
    let start = lines[line - 1]
    let end = lines.indices.contains(line) ? lines[line] : text.utf8.count
    let offset = start + column - 1
    let around = spans.filter { $0.value.contains(offset) }
    if let inner = around.min(by: { $0.value.count < $1.value.count }) { return [inner.key] }
    let onLine = spans.filter { $0.value.overlaps(start..<end) }
    if !onLine.isEmpty { return onLine.keys.sorted() }
    let nearest = spans.min { distance($0.value, offset) < distance($1.value, offset) }
    return nearest.map { [$0.key] } ?? []
  }

  private func distance(_ span: Range<Int>, _ offset: Int) -> Int {
    min(abs(span.lowerBound - offset), abs(span.upperBound - offset))
  }

  private var lineStarts: [Int] {
    [0] + text.utf8.enumerated().filter { $0.element == UInt8(ascii: "\n") }.map { $0.offset + 1 }
  }
}

/// Writes a file from its beginning; places inside of others are written within them.
private struct Writer {
  let source: [UInt8]
  var places: ArraySlice<(key: Int, value: Place)>
  var output: [UInt8] = []
  var spans: [Int: Range<Int>] = [:]
  private var position = 0

  init(source: [UInt8], places: ArraySlice<(key: Int, value: Place)>) {
    self.source = source
    self.places = places
  }

  mutating func write(upTo end: Int) {
    while let (id, place) = places.first, place.range.upperBound <= end {
      places.removeFirst()
      copy(upTo: place.range.lowerBound)
      let start = output.count
      let (before, after) = place.brackets(id)
      output += before.utf8
      write(upTo: place.range.upperBound)
      output += after.utf8
      spans[id] = start..<output.count
    }
    copy(upTo: end)
  }

  private mutating func copy(upTo end: Int) {
    output += source[position..<end]
    position = end
  }
}
