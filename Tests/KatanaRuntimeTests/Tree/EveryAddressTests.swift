import Katana
import KatanaRuntime
import KatanaTesting
import Testing

/// Each address of two steps, of every kind of part, with every kind of `id`, against a few loops over
/// plain values that say the same.
@Suite struct EveryAddressTests {
  enum Touch: Message, Equatable { case touched }
  struct Note: Command, Equatable { var text: String }
  struct Notes: CommandInterpreter {
    func interpret(_ command: Note, dispatch: Dispatcher) {}
  }

  enum Screen<Payload: Place>: Equatable, Sendable {
    case empty
    case shown(Payload)

    static var shownCase: EnumCase<Self, Payload> {
      EnumCase("shown", Screen.shown) { if case .shown(let payload) = $0 { payload } else { nil } }
    }
  }

  /// A model of the test, and what the loops know of it.
  protocol Place: Model, Identifiable, Equatable where Receives == Touch, ID == Int {
    static var feature: CombinedUpdater<Self> { get }
    init(id: Int, isFull: Bool)
    var touches: Int { get set }
    mutating func reference(_ steps: ArraySlice<Step>, _ message: any Message) -> Reached
  }

  struct Step: Hashable {
    var part: Part
    var id: Int?
  }

  enum Part: String, CaseIterable {
    case rows, shelf, album, mirrored, guarded, sheet, quiet, unseen, left, first
    case screen = "screen[case: \"shown\"]"

    var isCollection: Bool { [.rows, .shelf, .album, .mirrored, .guarded].contains(self) }
    var hasID: Bool { self != .left }
    var isListened: Bool { [.rows, .mirrored, .guarded, .sheet, .screen, .left].contains(self) }
  }

  struct Reached {
    var commands: [(path: [Step], text: String)] = []
    var children: [[Step]] = []

    static func += (all: inout Reached, more: (step: Step, reached: Reached)) {
      all.commands += more.reached.commands.map { ([more.step] + $0.path, $0.text) }
      all.children += more.reached.children.map { [more.step] + $0 }
    }
  }

  struct Leaf: Place {
    typealias Receives = Touch
    var id: Int
    var touches = 0

    init(id: Int, isFull: Bool) { self.id = id }

    static var feature: CombinedUpdater<Leaf> { CombinedUpdater([.full(touched())]) }

    mutating func reference(_ steps: ArraySlice<Step>, _ message: any Message) -> Reached {
      arrive(message)
    }
  }

  struct Branch<Inner: Place>: Place {
    typealias Receives = Touch
    var id: Int
    var touches = 0
    var heard: [String] = []
    var passed = 0
    var rows: [Inner]
    var shelf: IdentifiedArray<Inner>
    var album: Album<Inner>
    var guarded: [Inner]
    var sheet: Inner?
    var quiet: Inner?
    var hidden: Inner?
    var screen: Screen<Inner>
    var left: Inner
    var writes = 0
    /// A part that two features work on.
    var first: [Inner]

    var mirrored: [Inner] {
      get { first }
      set {
        first = newValue
        writes += 1
      }
    }
    var unseen: Inner? {
      get { hidden }
      set {
        hidden = newValue
        writes += 1
      }
    }

    init(id: Int, isFull: Bool) {
      self.id = id
      let two = isFull ? [Inner(id: 1, isFull: true), Inner(id: 2, isFull: false)] : []
      (rows, guarded, first) = (two, two, two)
      (shelf, album) = (IdentifiedArray(two), Album(items: two))
      (sheet, quiet, hidden) = (two.first, two.first, two.first)
      screen = two.first.map(Screen.shown) ?? .empty
      left = Inner(id: 0, isFull: isFull)
    }

    static var feature: CombinedUpdater<Branch> {
      let inner = Inner.feature
      return CombinedUpdater([
        .full(touched()),
        .each(\.rows, inner) { model, id, message in model.hear("rows \(id)") },
        .each(\.shelf, inner),
        .each(\.album, inner),
        .each(\.mirrored, inner) { model, id, message in model.hear("mirrored \(id)") },
        .full(
          CombinedUpdater<Branch>([
            .each(\.guarded, inner) { model, id, message in model.hear("guarded \(id)") }
          ]).modified { model, incoming, next in
            if !incoming.address.isEmpty { model.passed += 1 }
            return next(&model)
          }),
        .optional(\.sheet, inner) { model, message in model.hear("sheet") },
        .optional(\.quiet, inner),
        .optional(\.unseen, inner),
        .case(\.screen, Screen<Inner>.shownCase, inner) { model, message in model.hear("screen") },
        .child(\.left, inner) { model, message in model.hear("left") },
        .each(\.first, inner),
        .each(\.first, CombinedUpdater<Inner>([.full(touched())])),
        .listen(any: Leaf.self) { model, leaf, message in model.hear("leaf \(leaf.id ?? 0)") },
      ])
    }

    mutating func hear(_ text: String) -> [any Command] {
      heard.append(text)
      return [Note(text: text)]
    }

    mutating func reference(_ steps: ArraySlice<Step>, _ message: any Message) -> Reached {
      guard let step = steps.first else { return arrive(message) }
      let before = self
      var reached = Reached()
      for _ in 0..<(step.part == .first ? 2 : 1) {
        forEach(step) { child, id in
          reached += (
            Step(part: step.part, id: step.part.hasID ? id : nil),
            child.reference(steps.dropFirst(), message)
          )
        }
        // The second feature of this part has no parts.
        if steps.count > 1 { break }
      }
      if reached.children.isEmpty {
        self = before
        return Reached()
      }
      // A modifier runs for what something inside takes, and nothing removes a child that must be there.
      let isTaken = message is Touch || ![.left, .screen].contains(steps.last?.part)
      if step.part == .guarded, isTaken { passed += 1 }
      if step.part == .mirrored || step.part == .unseen { writes += 1 }
      var paths: [[Step]] = []
      for path in reached.children where !paths.contains(path) { paths.append(path) }
      reached.children = paths
      // Within the modified feature, its listeners hear all children before those around it do.
      if step.part == .guarded, message is Touch { for path in paths { hear(of: path, &reached) } }
      for path in paths {
        if step.part != .guarded, message is Touch { hear(of: path, &reached) }
        if message is Touch, isLeaf(path) { hear("leaf \(path.last!.id ?? 0)", &reached) }
        if message is Dismissed, steps.count == 1 { remove(path[0]) }
      }
      return reached
    }

    private mutating func hear(of path: [Step], _ reached: inout Reached) {
      let part = path[0].part
      guard path.count == 1, part.isListened else { return }
      let text = part == .screen ? "screen" : part.rawValue
      hear(part.isCollection ? "\(text) \(path[0].id!)" : text, &reached)
    }

    private mutating func hear(_ text: String, _ reached: inout Reached) {
      heard.append(text)
      reached.commands.append(([], text))
    }

    private func isLeaf(_ path: [Step]) -> Bool {
      path.count == (Inner.self == Leaf.self ? 1 : 2)
    }

    private mutating func forEach(_ step: Step, _ body: (inout Inner, Int) -> Void) {
      func all(_ elements: inout [Inner]) {
        for index in elements.indices where elements[index].id == step.id {
          body(&elements[index], elements[index].id)
        }
      }
      func one(_ value: inout Inner?) {
        guard var child = value, step.id == nil || step.part.hasID && child.id == step.id else {
          return
        }
        body(&child, child.id)
        value = child
      }
      switch step.part {
      case .rows: all(&rows)
      case .guarded: all(&guarded)
      case .first, .mirrored: all(&first)
      case .album: all(&album.items)
      case .shelf:
        var elements = Array(shelf)
        all(&elements)
        shelf = IdentifiedArray(elements)
      case .sheet: one(&sheet)
      case .quiet: one(&quiet)
      case .unseen: one(&hidden)
      case .left: if step.id == nil { body(&left, left.id) }
      case .screen:
        guard case .shown(let payload) = screen else { return }
        var value = Optional(payload)
        one(&value)
        screen = .shown(value!)
      }
    }

    private mutating func remove(_ step: Step) {
      switch step.part {
      case .rows: rows.removeAll { $0.id == step.id }
      case .guarded: guarded.removeAll { $0.id == step.id }
      case .album: album.items.removeAll { $0.id == step.id }
      case .shelf: shelf.removeAll { $0.id == step.id }
      case .first: first.removeAll { $0.id == step.id }
      case .mirrored:
        first.removeAll { $0.id == step.id }
        writes += 1
      case .sheet: sheet = nil
      case .quiet: quiet = nil
      case .unseen:
        hidden = nil
        writes += 1
      case .left, .screen: break
      }
    }
  }

  static func touched<M: Place>() -> some Updater<M> {
    TypedFunctionUpdater { (model: inout M, _: Touch) in
      model.touches += 1
      return [Note(text: "touched \(model.id)")]
    }
  }

  typealias App = Branch<Branch<Leaf>>

  static let feature = App.feature
  static let program = Program(model: App(id: 0, isFull: true), feature)
  static let coder = AddressCoder(program)
  /// The parts at each level, each with an `id` that is there, one that is not, and none, which an element
  /// needs.
  static let steps = Part.allCases.flatMap { part in
    (part.hasID ? [1, 2, 9] : []).map { Step(part: part, id: $0) }
      + (part.isCollection || part == .first ? [] : [Step(part: part, id: nil)])
  }

  @Test(arguments: [Touch.touched, Dismissed()] as [any Message])
  func aMessageReachesItsChildrenAndTheirListeners(message: any Message) throws {
    var reachedSome = 0
    for first in Self.steps {
      for second in [nil] + Self.steps.map(Optional.some) {
        let steps = [first] + (second.map { [$0] } ?? [])
        var expected = App(id: 0, isFull: true)
        let reached = expected.reference(steps[...], message)
        let scoped = ScopedMessage(message, in: try Self.address(steps))
        reachedSome += reached.children.isEmpty ? 0 : 1

        // Where the runtime is idle, where a queue is needed, and without a runtime.
        let passing = Interceptor<App>(before: { _, _ in .handle })
        for interceptors in [[], [passing]] {
          let runtime = try Runtime(
            Self.program, interpreters: [.command(Notes())],
            options: RuntimeOptions(interceptors: interceptors, issues: IssueHandler { _ in }))
          runtime.start()
          runtime.dispatch(scoped)
          let isExpected = runtime.model == expected
          #expect(isExpected, "\(scoped)")
          #expect((runtime.statistics.gone == 0) == !reached.children.isEmpty, "\(scoped)")
        }
        if reached.children.isEmpty { continue }
        var model = App(id: 0, isFull: true)
        let commands: [any Command] = Self.feature.update(model: &model, message: scoped)
        let isExpected = model == expected
        #expect(isExpected, "\(scoped)")
        let texts = try reached.commands.map { command in
          let note = Note(text: command.text)
          return command.path.isEmpty
            ? note : LayeredCommand(note, in: try Self.address(command.path)) as any Command
        }
        #expect(difference(commands, texts) == nil, "\(scoped)")
      }
    }
    #expect(reachedSome > 200)
  }

  static func address(_ steps: [Step]) throws -> AnyAddress {
    var text = "\(App.self).at"
    for (inner, step) in zip(["Branch<Leaf>", "Leaf"], steps) {
      // The names of computed properties are never known.
      switch step.part {
      case .mirrored: text += ".<computed Array<\(inner)>>"
      case .unseen: text += ".<computed Optional<\(inner)>>"
      default: text += ".\(step.part.rawValue)"
      }
      if let id = step.id { text += "[\(id)]" }
    }
    return try coder.address(text)
  }
}

extension EveryAddressTests.Place {
  fileprivate mutating func arrive(_ message: any Message) -> EveryAddressTests.Reached {
    var reached = EveryAddressTests.Reached()
    reached.children = [[]]
    if message is EveryAddressTests.Touch {
      touches += 1
      reached.commands = [([], "touched \(id)")]
    }
    return reached
  }
}
