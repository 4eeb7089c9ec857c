import KatanaViews

/// What the last frame has computed, by the identity of a node. What a frame does not use is forgotten.
struct FrameMemory<Value> {
  /// In an object, so that it is found and kept without a copy. Only its frame changes.
  private final class Entry {
    let value: Value
    /// The last frame that used it.
    var frame: Int

    init(_ value: Value, _ frame: Int) { (self.value, self.frame) = (value, frame) }
  }

  private var entries: [ViewID: Entry] = [:]
  private var frame = 0
  /// The number of entries that this frame has used.
  private var used = 0

  mutating func beginFrame() {
    if used < entries.count { entries = entries.filter { $0.value.frame == frame } }
    frame += 1
    used = 0
  }

  /// What was kept, without a use of it.
  subscript(id: ViewID) -> Value? { entries[id]?.value }

  /// Returns what was kept if it can be used again.
  mutating func use(_ id: ViewID, if fits: (Value) -> Bool) -> Value? {
    guard let entry = entries[id], fits(entry.value) else { return nil }
    if entry.frame != frame { used += 1 }
    entry.frame = frame
    return entry.value
  }

  mutating func keep(_ value: Value, _ id: ViewID) {
    if entries.updateValue(Entry(value, frame), forKey: id)?.frame != frame { used += 1 }
  }
}

/// A part with its view and its box.
struct KeptPart {
  let part: AnyViewPart
  let context: ViewContext
  let room: Room
  let node: ViewNode
  let box: Box

  struct Room: Equatable {
    var width: Int
    var height: Int?
    var isInOneLine: Bool
  }
}

/// The lines of a long text, so that it is not divided again while the text and the room stay.
struct KeptText {
  let text: String
  let style: ViewStyle
  let lines: [TextLine]
  /// Those of a text area.
  let area: AreaLines?

  /// Shorter texts are divided faster than they are looked up.
  static let least = 256
}
