import KatanaRuntime

/// W2 and W3: as many slices as message types, in turn, and combined updaters inside each other.
enum Slices {
  static var rows: [Row] {
    [
      wide(1, Counter.self),
      wide(100, Ten<Ten<Counter>>.self),
      wide(1_000, Ten<Ten<Ten<Counter>>>.self),
      Row(
        name: "W2.100.declares", title: "100 slices that declare a subscription each, in turn",
        floor: "W2.100", counted: 4_000
      ) {
        let (slots, messages) = Ten<Ten<Counter>>.slots([])
        let feature = CombinedUpdater<Ten<Ten<Counter>>>([.full(slots), .full(providers)])
        return .sending(
          messages,
          to: try started(Ten<Ten<Counter>>(), feature, [.subscription(SilentInterpreter.self)]))
      },
      Row(name: "W3.100", title: "100 nested combined updaters, a message for the leaf") {
        try nested(Counter(), AddUpdater(), 100)
      },
    ]
  }

  private static func wide<Slots: Slotted>(_ count: Int, _: Slots.Type) -> Row {
    Row(
      name: "W2.\(count)", title: "\(count.text) slices with a message type each, in turn",
      counted: 4_000
    ) {
      let (feature, messages) = Slots.slots([])
      return .sending(messages, to: try started(Slots(), feature))
    }
  }

  private static var providers: CombinedUpdater<Ten<Ten<Counter>>> {
    let provider = FunctionSubscriptionProvider<Counter> { _ in [Listen(number: 0)] }
    let inner = CombinedUpdater<Ten<Counter>>(Ten<Counter>.slices.map { .slice($0, provider) })
    return CombinedUpdater(Ten<Ten<Counter>>.slices.map { .slice($0, inner) })
  }

  /// A model with another one inside.
  private struct Nest<Inner: Model>: Model {
    var before = 0
    var inner: Inner
  }

  /// Puts a model and its updater into so many more, and sends messages to the whole.
  private static func nested<Inner: Model>(
    _ inner: Inner, _ updater: some Updater<Inner>, _ depth: Int
  ) throws -> Work {
    if depth > 0 {
      let combined = CombinedUpdater<Nest<Inner>>([.slice(\.inner, updater)])
      return try nested(Nest(inner: inner), combined, depth - 1)
    }
    let runtime = try started(inner, updater)
    return .direct { times in
      for number in 0..<times { runtime.dispatch(Add(amount: number)) }
    }
  }
}

/// A model of one or more slices, each of which takes messages of a type of its own.
protocol Slotted: Model {
  init()
  /// Returns the updaters, and one message of each type.
  ///
  /// - Parameter digits: Those that all message types of this model begin with.
  static func slots(_ digits: [any Digit.Type]) -> (
    tree: FeatureTree<Self>, messages: [any Message]
  )
}

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

private let allDigits: [any Digit.Type] = [
  Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self, Eight.self,
  Nine.self,
]

struct Slot<A: Digit, B: Digit, C: Digit>: Message {
  var amount: Int
}

struct SlotUpdater<A: Digit, B: Digit, C: Digit>: TypedUpdater {
  func update(model: inout Counter, message: Slot<A, B, C>) -> [any Command] {
    model.value &+= message.amount
    return []
  }
}

extension Counter: Slotted {
  static func slots(
    _ digits: [any Digit.Type]
  ) -> (tree: FeatureTree<Counter>, messages: [any Message]) {
    func make<A: Digit, B: Digit, C: Digit>(
      _: A.Type, _: B.Type, _: C.Type
    ) -> (tree: FeatureTree<Counter>, messages: [any Message]) {
      (SlotUpdater<A, B, C>().tree, [Slot<A, B, C>(amount: 1)])
    }
    // Where fewer tell the slices apart, the rest are zeros.
    let three: [any Digit.Type] = digits + [Zero.self, Zero.self, Zero.self]
    return make(three[0], three[1], three[2])
  }
}

/// Ten slices of one type, side by side in memory.
struct Ten<Element: Slotted>: Slotted {
  var zero, one, two, three, four, five, six, seven, eight, nine: Element

  init() {
    let element = Element()
    (zero, one, two, three, four) = (element, element, element, element, element)
    (five, six, seven, eight, nine) = (element, element, element, element, element)
  }

  typealias Slice = WritableKeyPath<Self, Element> & Sendable

  static var slices: [Slice] {
    [\.zero, \.one, \.two, \.three, \.four, \.five, \.six, \.seven, \.eight, \.nine]
  }

  static func slots(
    _ digits: [any Digit.Type]
  ) -> (tree: FeatureTree<Self>, messages: [any Message]) {
    let slots = allDigits.map { Element.slots(digits + [$0]) }
    let parts = zip(slices, slots).map { slice, slot in
      CombinedUpdater<Self>.Part.slice(slice, slot.tree)
    }
    return (CombinedUpdater<Self>(parts).tree, slots.flatMap { $0.messages })
  }
}
