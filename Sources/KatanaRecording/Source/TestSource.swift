import Katana
import KatanaComparison
import KatanaRuntime

/// Writes a test that states the effects of a range of messages.
struct TestSource<AppModel: Model> {
  private let name: String
  private let program: String
  private var lines: [String] = []
  private var notes: [String] = []

  init(name: String, program: String) {
    self.name = name
    self.program = program
  }

  /// Returns the test of some steps. It begins with the model before the first step.
  static func text(
    of steps: [ReplayStep<AppModel>], name: String, program: String, imports: [String]
  ) -> String {
    var source = TestSource(name: name, program: program)
    if let first = steps.first { source.begin(first) }
    for step in steps { source.add(step) }
    return source.file(imports: imports)
  }

  private mutating func begin(_ first: ReplayStep<AppModel>) {
    lines.append("  let test = StepTest(\(program))")
    let model = SwiftSource.of(first.before, in: AppModel.self)
    if note(model.unwritable, of: "the model before message \(first.recorded.number)") {
      lines.append("  // test.model = …")
    } else {
      lines.append("  test.model = \(model.text)")
    }
  }

  private mutating func add(_ step: ReplayStep<AppModel>) {
    let number = step.recorded.number
    let message = SwiftSource.of(step.message, in: AppModel.self, namesType: true)
    lines.append("")
    lines.append("  // \(number), from \(comment(step.recorded.origin))")
    if note(message.unwritable, of: "message \(number)") {
      return lines.append("  // test.send(…)")
    }
    var isExhaustive: [String] = []
    let commands = step.commands.map { SwiftSource.of($0, in: AppModel.self, namesType: true) }
    if note(commands.flatMap(\.unwritable), of: "the commands of message \(number)") {
      isExhaustive.append(".commands")
    }
    let changes = SubscriptionTexts(root: AppModel.self).changes(
      from: step.subscriptionsBefore, to: step.subscriptions)
    if note(changes.flatMap(\.unwritable), of: "the subscriptions of message \(number)") {
      isExhaustive.append(".subscriptions")
    }
    var model = ModelChanges(root: AppModel.self)
    model.compare(step.before, step.after, path: "$0")
    if note(model.unwritable, of: "the change of the model by message \(number)") {
      isExhaustive.append(".model")
    }
    write(message.text, commands, changes, isExhaustive, model)
  }

  private mutating func write(
    _ message: String, _ commands: [SwiftSource], _ changes: [SubscriptionTexts.Change],
    _ left: [String], _ model: ModelChanges
  ) {
    var arguments = ["    \(message)"]
    let stated = commands.filter(\.unwritable.isEmpty).map(\.text)
    if !stated.isEmpty { arguments.append("    commands: [\(stated.joined(separator: ", "))]") }
    let known = changes.filter(\.unwritable.isEmpty).map(\.text)
    if !known.isEmpty { arguments.append("    subscriptions: [\(known.joined(separator: ", "))]") }
    if !left.isEmpty {
      let rest = left.joined(separator: ", ")
      arguments.append("    exhaustive: .everything.subtracting([\(rest)])")
    }
    lines.append("  test.send(")
    lines.append(arguments.joined(separator: ",\n"))
    if model.lines.isEmpty {
      lines.append("  )")
    } else {
      lines.append("  ) {")
      lines += model.lines.map { "    \($0)" }
      lines.append("  }")
    }
  }

  /// Adds a note about types that cannot be written. Returns false if there are none.
  private mutating func note(_ types: [String], of what: String) -> Bool {
    if types.isEmpty { return false }
    let names = Set(types).sorted().joined(separator: ", ")
    notes.append(
      "\(what): \(names) cannot be written as source; write it by hand, or make the type conform to"
        + " SourceRepresentable")
    return true
  }

  private func file(imports: [String]) -> String {
    let (plain, testable) = (
      imports.filter { !$0.hasPrefix("@") }, imports.filter { $0.hasPrefix("@") }
    )
    let all = ["import Katana", "import KatanaTesting", "import Testing"] + plain
    var text = "// swift-format-ignore-file\n" + all.sorted().joined(separator: "\n") + "\n\n"
    if !testable.isEmpty { text += testable.sorted().joined(separator: "\n") + "\n\n" }
    if !notes.isEmpty {
      text += "// Complete by hand:\n"
      text += notes.map { "// - \(comment($0))\n" }.joined()
    }
    return text + "@Test func \(name)() {\n" + lines.joined(separator: "\n") + "\n}\n"
  }

  /// Returns a text for a comment line: line breaks and control characters are escaped.
  private func comment(_ text: String) -> String {
    String(SwiftLiteral.quoted(text).dropFirst().dropLast())
  }
}

/// The assignments that change a model from one value to another.
struct ModelChanges {
  let root: Any.Type
  private(set) var lines: [String] = []
  private(set) var unwritable: [String] = []

  mutating func compare(_ before: Any, _ after: Any, path: String) {
    if Comparison.areEqual(before, after) { return }
    let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
    // Structures are compared property by property, so that the test states only the changed ones.
    if old.displayStyle == .struct, type(of: before) == type(of: after),
      !(before is any RawRepresentable), SwiftLiteral.text(of: before) == nil,
      old.children.allSatisfy({ isPropertyName($0.label) }),
      old.children.count == new.children.count, !old.children.isEmpty,
      !haveOtherIDs(before, after)
    {
      for (old, new) in zip(old.children, new.children) {
        let name = old.label.flatMap { swiftIdentifier($0, isLabel: true) } ?? ""
        compare(old.value, new.value, path: "\(path).\(name)")
      }
      return
    }
    let source = SwiftSource.of(after, in: root)
    unwritable += source.unwritable
    if source.unwritable.isEmpty { lines.append("\(path) = \(source.text)") }
  }

  /// Whether the ids of two values differ. Then one value replaces the other: an id usually is a
  /// constant, to which a test cannot assign.
  private func haveOtherIDs(_ before: Any, _ after: Any) -> Bool {
    func differ<Value: Identifiable>(_ before: Value) -> Bool {
      (after as? Value).map { $0.id != before.id } ?? true
    }
    return (before as? any Identifiable).map { differ($0) } ?? false
  }
}

/// The changes of the subscriptions by a step, as a test states them.
struct SubscriptionTexts {
  let root: Any.Type

  struct Change {
    let text: String
    let unwritable: [String]
  }

  private func change(_ name: String, _ subscription: any Subscription) -> Change {
    let source = SwiftSource.of(subscription, in: root, namesType: true)
    return Change(text: ".\(name)(\(source.text))", unwritable: source.unwritable)
  }

  func changes(
    from before: [any Subscription], to after: [any Subscription]
  ) -> [Change] {
    let (old, new) = (before.map(key), after.map(key))
    let stopped = zip(before, old).filter { !new.contains($0.1) }.map { change("stopped", $0.0) }
    let others = zip(after, new).compactMap { subscription, key -> Change? in
      guard let index = old.firstIndex(of: key) else { return change("started", subscription) }
      return Comparison.areEqual(before[index], subscription)
        ? nil : change("changed", subscription)
    }
    return stopped + others
  }

  private func key(_ subscription: any Subscription) -> InstanceKey {
    let (leaf, context) = unwrapped(subscription)
    return InstanceKey(leaf, in: context.scope)
  }
}
