import Foundation
import KatanaEffects

/// Parses the bytes of an event stream, regardless of how they are divided into pieces. Pure.
struct ServerSentEventParser {
  /// The id of the newest event that has one; empty if none has.
  private(set) var lastID: String
  /// The time before the next attempt to connect, if the server has set it with `retry:`.
  private(set) var retry: Duration?
  private var line: [UInt8] = []
  private var name = ""
  private var data: String?
  private var id: String
  /// Whether the last byte was a carriage return. A line feed after it belongs to the same line
  /// end.
  private var hasReturned = false
  private var isFirstLine = true
  private var size = 0

  init(lastID: String = "") { (self.lastID, self.id) = (lastID, lastID) }

  /// The number of bytes of the event that is not complete yet.
  var waiting: Int { size }

  /// Parses bytes, and returns the events that they complete, in order.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      let followsReturn = hasReturned
      hasReturned = byte == 13
      if byte == 10 && followsReturn { continue }
      if byte == 10 || byte == 13 {
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
        size += 1
      }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    if isFirstLine && line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    if line.isEmpty { return endEvent() }
    // Compares bytes, because a combining mark at the start of a value would join the colon in one
    // character.
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    take(
      field: String(decoding: line[..<colon], as: UTF8.self),
      String(decoding: value, as: UTF8.self))
    return nil
  }

  private mutating func take(field: String, _ value: String) {
    switch field {
    case "event": name = value
    case "data": add(data: value)
    case "id": if !value.contains("\0") { id = value }
    case "retry":
      let isNumber = !value.isEmpty && value.utf8.allSatisfy { (48...57).contains($0) }
      if isNumber, let count = Int(value) { retry = .milliseconds(count) }
    default: break
    }
  }

  /// Adds a line of data in place: a copy for each line would take seconds for a large event.
  private mutating func add(data value: String) {
    if data != nil { data?.append("\n") }
    data = data ?? ""
    data?.append(value)
  }

  private mutating func endEvent() -> ServerSentEvent? {
    defer { (name, data, size) = ("", nil, 0) }
    lastID = id
    guard let data else { return nil }
    return ServerSentEvent(name: name.isEmpty ? "message" : name, data: data, lastID: id)
  }
}
