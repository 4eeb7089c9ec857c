import Katana

/// A model with 10,000 structs in each of its parts.
struct Large: Model {
  var list = List()
  var rows = List().items
  var sheet: List? = List()
  var screen = Screen.list(List())

  var computed: List {
    get { list }
    set { list = newValue }
  }
}

struct List: Model {
  typealias Receives = Touch

  var items = (0..<LargeCollections.count).map { Item(id: $0) }

  mutating func touch(_ index: Int) -> [any Command] {
    items[index].count &+= 1
    return []
  }
}

/// A model with 10,000 structs that are found at once.
struct Shelf: Model { var album = IdentifiedArray(List().items) }

struct Item: Model, Identifiable {
  typealias Receives = Tick

  var id: Int
  var count = 0
  var width = 1.0
  var isDone = false
}

enum Screen: Sendable {
  case empty
  case list(List)

  static let listCase = EnumCase("list", Screen.list) {
    if case .list(let list) = $0 { list } else { nil }
  }
}

struct Touch: Message { var index: Int }
struct TouchUpdater: TypedUpdater {
  func update(model: inout List, message: Touch) -> [any Command] { model.touch(message.index) }
}

struct TouchComputed: Message { var index: Int }
struct TouchComputedUpdater: TypedUpdater {
  func update(model: inout List, message: TouchComputed) -> [any Command] {
    model.touch(message.index)
  }
}

/// A message for one row.
struct Tick: Message {}
struct TickUpdater: TypedUpdater {
  func update(model: inout Item, message: Tick) -> [any Command] {
    model.count &+= 1
    return []
  }
}
