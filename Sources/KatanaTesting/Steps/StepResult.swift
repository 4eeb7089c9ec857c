import Katana
import KatanaComparison

/// What one call of a test caused: the effects of one or more steps.
struct StepResult<AppModel: Model> {
  var before: AppModel
  var after: AppModel
  var commands: [any Command] = []
  /// The messages that were handled, without those in ``ownMessages`` and those of the `Send` and
  /// `Dismiss` commands in ``commands``.
  var messages: [any Message] = []
  /// The messages that the call itself sent, and that were handled.
  var ownMessages: [any Message] = []
  var declaredBefore: [any Subscription] = []
  var declaredAfter: [any Subscription] = []
  /// The subscriptions that started, changed and stopped, step by step.
  private var changes: [SubscriptionChange] = []

  init(
    before: AppModel, after: AppModel, commands: [any Command] = [],
    declaredBefore: [any Subscription] = [], declaredAfter: [any Subscription] = []
  ) {
    self.before = before
    self.after = after
    self.commands = commands
    self.declaredBefore = declaredBefore
    self.declaredAfter = declaredAfter
  }

  /// Adds the subscriptions that started, changed and stopped in one of several steps.
  mutating func add(_ changes: [SubscriptionChange]) {
    self.changes += changes.filter { !$0.isKept }
  }

  /// The changes of the subscriptions from the first declaration to the last.
  ///
  /// A subscription with more than one change is listed with each of them.
  private var allChanges: [SubscriptionChange] {
    let all = SubscriptionChange.all(from: declaredBefore, to: declaredAfter)
    if changes.count < 2 { return all }
    let counts = changes.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    let repeated = Set(counts.filter { $0.value > 1 }.keys)
    if repeated.isEmpty { return all }
    return all.filter { !repeated.contains($0.key) } + changes.filter { repeated.contains($0.key) }
  }
}

/// What a test states that a call causes.
package struct StepExpectation {
  var commands: [any Command]
  var subscriptions: [SubscriptionChange]
  var messages: [any Message]
  var exhaustive: Exhaustivity
  /// The types of commands that need not be stated.
  private let ignored: Set<ObjectIdentifier>

  init(
    commands: [any Command], subscriptions: [SubscriptionChange], messages: [any Message] = [],
    exhaustive: Exhaustivity, ignoring types: [any Command.Type]
  ) {
    (self.commands, self.subscriptions) = (commands, subscriptions)
    (self.messages, self.exhaustive) = (messages, exhaustive)
    let stated = commands.map { ObjectIdentifier(type(of: leaf(of: $0))) }
    ignored = Set(types.map { ObjectIdentifier($0) }).subtracting(stated)
  }

  /// Returns the commands that must be stated.
  func compared(_ commands: [any Command]) -> [any Command] {
    if ignored.isEmpty { return commands }
    return commands.filter { !ignored.contains(ObjectIdentifier(type(of: leaf(of: $0)))) }
  }
}

extension StepResult {
  /// Compares the result with an expectation, and fails the test with one text for all differences.
  func check(
    _ expectation: StepExpectation, of name: String, at place: TestPlace,
    hint: () -> String? = { nil }, change: ((inout AppModel) -> Void)?
  ) {
    let sections = [
      checkModel(expectation, change),
      checkMessages(expectation),
      checkCommands(expectation),
      checkSubscriptions(expectation),
    ]
    let wrong = sections.filter { $0.failure != nil }
    if !wrong.isEmpty {
      let names = wrong.map(\.name).formattedList
      let texts = wrong.map { "\($0.title):\n\($0.failure ?? "")" }
      place.fail(
        "\(name): \(names) not as expected (− expected, + actual).\n"
          + (texts + [hint()].compactMap(\.self)).joined(separator: "\n"))
    }
  }

  private func checkModel(
    _ expectation: StepExpectation, _ change: ((inout AppModel) -> Void)?
  ) -> Section {
    var expected = before
    change?(&expected)
    guard let text = modelText(expected: expected, actual: after) else {
      let statesNothing =
        change != nil && expectation.exhaustive.contains(.model)
        && modelText(expected: expected, actual: before) == nil
      return .model(failure: statesNothing ? noChangeText : nil)
    }
    if expectation.exhaustive.contains(.model) { return .model(failure: text) }
    var stated = after
    change?(&stated)
    let failure = modelText(expected: stated, actual: after).map {
      $0
        + "\n  Without `.model` in `exhaustive:`, the closure is applied to the model after the"
        + " step and must leave it unchanged. Set values: `$0.count = 1`, not `$0.count += 1`."
    }
    return .model(failure: failure)
  }

  private var noChangeText: String {
    "  The closure leaves the model as it was before the call, and so does the app."
      + "\n  To fix this, remove the closure, or let it set what must change."
  }

  /// A test may also state the messages of the call itself, before the others.
  private func checkMessages(_ expectation: StepExpectation) -> Section {
    let stated = expectation.messages
    guard expectation.exhaustive.contains(.messages) else {
      let all = ownMessages + messages
      return .messages(failure: difference(stated, all, .contains)?.text())
    }
    guard let all = difference(stated, ownMessages + messages, .exact) else {
      return .messages(failure: nil)
    }
    // Where the stated ones begin with those of the call, it is these that are meant: another message
    // that equals one of them is not stated.
    let statesOwn =
      !ownMessages.isEmpty && stated.count >= ownMessages.count
      && difference(Array(stated.prefix(ownMessages.count)), ownMessages, .exact) == nil
    if statesOwn { return .messages(failure: all.text()) }
    guard let others = difference(stated, messages, .exact) else { return .messages(failure: nil) }
    // A test need not state its own messages, so a failure does not show them as unexpected.
    let isOwnStated = !all.lines.contains {
      if case .unexpected(let index) = $0 { index < ownMessages.count } else { false }
    }
    if isOwnStated { return .messages(failure: all.text()) }
    return .messages(failure: others.text() + noteOfOwnMessages(stated))
  }

  /// A hint for a test that states more messages than were caused: it may mean its own.
  private func noteOfOwnMessages(_ stated: [any Message]) -> String {
    if ownMessages.isEmpty || stated.count <= messages.count { return "" }
    let own = ownMessages.map { valueText($0.content) }.joined(separator: ", ")
    return "\n  The call itself sent \(own), which need not be stated."
  }

  private func difference(
    _ expected: [any Message], _ actual: [any Message], _ mode: ListDifference<any Message>.Mode
  ) -> ListDifference<any Message>? {
    ListDifference(
      expected: expected, actual: actual, mode: mode,
      areEqual: { expected, actual in
        // A message for a child may be stated as its reply makes it, without the address.
        let content = expected is ScopedMessage ? actual : actual.content
        return Comparison.areEqual(expected, content)
      })
  }

  private func checkCommands(_ expectation: StepExpectation) -> Section {
    let (stated, commands) = (expectation.commands, expectation.compared(commands))
    guard let text = commandsText(expected: stated, actual: commands, mode: .exact) else {
      return .commands()
    }
    if expectation.exhaustive.contains(.commands) { return .commands(failure: text) }
    return .commands(
      failure: commandsText(expected: stated, actual: commands, mode: .contains))
  }

  private func checkSubscriptions(_ expectation: StepExpectation) -> Section {
    let all = allChanges
    let stated = expectation.subscriptions
    // Most subscriptions are kept in a step, so kept ones need not be stated.
    let kept = changesText(
      expected: stated.filter(\.isKept), actual: all.filter(\.isKept), mode: .containsInAnyOrder)
    let (statedChanges, changes) = (stated.filter { !$0.isKept }, all.filter { !$0.isKept })
    let text = changesText(expected: statedChanges, actual: changes, mode: .inAnyOrder)
    if text == nil || expectation.exhaustive.contains(.subscriptions) {
      return .subscriptions(failure: [text, kept].joined)
    }
    let failure = [
      changesText(expected: statedChanges, actual: changes, mode: .containsInAnyOrder), kept,
    ].joined
    return .subscriptions(failure: failure)
  }
}

extension [String?] {
  /// The texts that are not `nil`, one per line; `nil` if there are none.
  fileprivate var joined: String? {
    let texts = compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }
}

extension [String] {
  /// The names as one phrase, such as `the model, the commands and the subscriptions are`.
  fileprivate var formattedList: String {
    if count == 1 { return self[0] }
    let all = map { $0.split(separator: " ").dropLast().joined(separator: " ") }
    return all.dropLast().joined(separator: ", ") + " and \(all[count - 1]) are"
  }
}

private struct Section {
  var name: String
  var title: String
  var failure: String?

  static func model(failure: String? = nil) -> Section {
    Section(name: "the model is", title: "Model", failure: failure)
  }

  static func messages(failure: String?) -> Section {
    Section(name: "the messages are", title: "Messages", failure: failure)
  }

  static func commands(failure: String? = nil) -> Section {
    Section(name: "the commands are", title: "Commands", failure: failure)
  }

  static func subscriptions(failure: String? = nil) -> Section {
    Section(name: "the subscriptions are", title: "Subscriptions", failure: failure)
  }
}

extension Message {
  fileprivate var content: any Message { (self as? ScopedMessage)?.message ?? self }
}
