import Katana

/// An app of many parts whose providers say when they are asked.
enum Asked {
  struct App: Model {
    var title = ""
    var left = Side()
    var right = Side()
    var rows = [Row(id: 1), Row(id: 2)]
    var sheet: Leaf?
    var screen = Screen.leaf(Leaf())
    var mirror: Side {
      get { right }
      set { right = newValue }
    }
  }

  struct Side: Model {
    var first = Leaf()
    var second = Leaf()
    var rows = [Row(id: 1)]
  }

  struct Leaf: Model {
    var wanted: [Source] = []
  }

  struct Row: Model, Identifiable {
    let id: Int
    var wanted: [Source] = []
  }

  enum Screen: Sendable {
    case leaf(Leaf)
    static let aLeaf = EnumCase("leaf", Screen.leaf) {
      if case .leaf(let it) = $0 { it } else { nil }
    }
  }

  /// Declares what a part wants, and says so.
  struct Provider<Part: Model>: SubscriptionProvider {
    let name: String
    let log: Log
    let wanted: @Sendable (Part) -> [Source]

    func subscriptions(model: Part) -> [any Subscription] {
      log(name)
      return wanted(model)
    }
  }

  /// The same, of the message too.
  struct MessageProvider: MessageSubscriptionProvider {
    let log: Log

    func subscriptions(model: App, message: (any Message)?) -> [any Subscription] {
      log("message")
      return message is Want<Leaf, One> ? [Source(name: "of the message")] : []
    }
  }

  /// An updater made from a closure.
  struct Changing<Part: Model, TypedMessage: Message>: TypedUpdater {
    let change: @Sendable (inout Part, TypedMessage) -> Void

    init(_ change: @escaping @Sendable (inout Part, TypedMessage) -> Void = { _, _ in }) {
      self.change = change
    }

    func update(model: inout Part, message: TypedMessage) -> [any Command] {
      change(&model, message)
      return []
    }
  }

  /// A message with a type of its own for each updater.
  struct Want<Part, Key>: Message { var names: [String] = [] }
  enum One {}
  enum Two {}
  struct Unknown: MessageTo { typealias Receiver = Leaf }
}

extension Asked.Want: MessageTo where Part: Model { typealias Receiver = Part }
