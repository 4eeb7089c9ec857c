import Katana
import KatanaEffects
import KatanaViews

// A timeline of 100,000 entries, to which more are added while it is shown.

struct Timeline: Model, Equatable {
  typealias Receives = TimelineMessage

  var entries: TimelineEntries
  var isRunning = true

  init(count: Int = 100_000) { entries = TimelineEntries(count: count) }
}

struct TimelineEntry: Equatable, Sendable {
  var name: String
  var milliseconds: Int
}

/// The entries in pieces. A view holds them while the next one is appended, so a single array would
/// be copied each time; of these, only the last piece is.
struct TimelineEntries: Equatable, Sendable {
  private static let length = 1_024
  private static let names = ["update", "render", "fetch", "store", "decode"]

  private var pieces: [[TimelineEntry]] = []
  private(set) var count = 0

  init(count: Int) { for _ in 0..<count { append() } }

  subscript(index: Int) -> TimelineEntry {
    pieces[index / Self.length][index % Self.length]
  }

  mutating func append() {
    // The high bits of a product with an irregular number look random.
    let number = Int((UInt64(count) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    let entry = TimelineEntry(
      name: Self.names[number % Self.names.count], milliseconds: 5 + number % 96)
    if count % Self.length == 0 { pieces.append([]) }
    pieces[pieces.count - 1].append(entry)
    count += 1
  }
}

enum TimelineMessage: Message, Equatable {
  case ticked(Tick)
  case runningChanged(Bool)
}

struct TimelineFeature: TypedUpdater, SubscriptionProvider {
  var effects: [any Effect.Type] { [Every.self] }

  func update(model: inout Timeline, message: TimelineMessage) -> [any Command] {
    switch message {
    case .ticked: model.entries.append()
    case .runningChanged(let isRunning): model.isRunning = isRunning
    }
    return []
  }

  func subscriptions(model: Timeline) -> [any Subscription] {
    model.isRunning ? [Every(.milliseconds(250), reply { .ticked($0) })] : []
  }
}

let timelineProgram = Program(model: Timeline(), TimelineFeature())
