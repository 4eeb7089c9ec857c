import Katana

/// A digit as a type: three of them tell a thousand message types apart.
protocol Digit: SendableMetatype {}
enum Zero: Digit {}
enum One: Digit {}
enum Two: Digit {}
enum Three: Digit {}
enum Four: Digit {}
enum Five: Digit {}
enum Six: Digit {}
enum Seven: Digit {}
enum Eight: Digit {}
enum Nine: Digit {}

let digits: [any Digit.Type] = [
  Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self, Eight.self,
  Nine.self,
]

/// A message of one of a thousand types.
struct Slot<A: Digit, B: Digit, C: Digit>: Message {
  var amount: Int
}

struct SlotUpdater<A: Digit, B: Digit, C: Digit>: TypedUpdater {
  func update(model: inout Counter, message: Slot<A, B, C>) -> [any Command] {
    model.value &+= message.amount
    return []
  }
}

/// One message of each type.
enum SlotMessages {
  case one, ten, hundred, thousand

  var all: [any Message] {
    let (one, ten) = (digits.prefix(1), digits.prefix(10))
    return switch self {
    case .one: Self.messages(one, one, one)
    case .ten: Self.messages(one, one, ten)
    case .hundred: Self.messages(one, ten, ten)
    case .thousand: Self.messages(ten, ten, ten)
    }
  }

  private static func messages(
    _ first: ArraySlice<any Digit.Type>, _ second: ArraySlice<any Digit.Type>,
    _ third: ArraySlice<any Digit.Type>
  ) -> [any Message] {
    func make<A: Digit, B: Digit, C: Digit>(_: A.Type, _: B.Type, _: C.Type) -> any Message {
      Slot<A, B, C>(amount: 1)
    }
    return first.flatMap { a in
      second.flatMap { b in third.map { c in make(a, b, c) } }
    }
  }
}

/// Ten slices of one type, side by side in memory.
struct Ten<Element: Model>: Model {
  var zero, one, two, three, four, five, six, seven, eight, nine: Element

  init(_ element: Element) {
    (zero, one, two, three, four) = (element, element, element, element, element)
    (five, six, seven, eight, nine) = (element, element, element, element, element)
  }

  typealias Slice = WritableKeyPath<Self, Element> & Sendable

  static var slices: [Slice] {
    [\.zero, \.one, \.two, \.three, \.four, \.five, \.six, \.seven, \.eight, \.nine]
  }
}

extension Ten where Element == Counter {
  /// Ten updaters, whose message types have the given digits in front.
  static func updater<A: Digit, B: Digit>(
    _: A.Type = Zero.self, _: B.Type = Zero.self
  ) -> CombinedUpdater<Self> {
    func part<C: Digit>(_: C.Type, _ slice: Slice) -> CombinedUpdater<Self>.Part {
      .slice(slice, SlotUpdater<A, B, C>())
    }
    return CombinedUpdater(digits.indices.map { part(digits[$0], slices[$0]) })
  }
}

extension Ten where Element == Ten<Counter> {
  static func updater<A: Digit>(_: A.Type = Zero.self) -> CombinedUpdater<Self> {
    func part<B: Digit>(_: B.Type, _ slice: Slice) -> CombinedUpdater<Self>.Part {
      .slice(slice, Element.updater(A.self, B.self))
    }
    return CombinedUpdater(digits.indices.map { part(digits[$0], slices[$0]) })
  }
}

extension Ten where Element == Ten<Ten<Counter>> {
  static func updater() -> CombinedUpdater<Self> {
    func part<A: Digit>(_: A.Type, _ slice: Slice) -> CombinedUpdater<Self>.Part {
      .slice(slice, Element.updater(A.self))
    }
    return CombinedUpdater(digits.indices.map { part(digits[$0], slices[$0]) })
  }
}
