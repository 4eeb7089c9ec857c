import Katana

/// What one or more messages did.
struct StepResult<AppModel: Model> {
  var before: AppModel
  var after: AppModel
  var commands: [any Command] = []
  var declaredBefore: [any Subscription] = []
  var declaredAfter: [any Subscription] = []
}

/// What a test says that a step does.
struct StepExpectation {
  var commands: [any Command]
  var subscriptions: [SubscriptionChange]
  var exhaustive: Exhaustivity
}

extension StepResult {
  /// Compares with what a test expects, and reports what differs and what was left out.
  func check(
    _ expectation: StepExpectation, of name: String, at place: TestPlace,
    change: (inout AppModel) -> Void
  ) {
    let sections = [
      checkModel(expectation, change),
      checkCommands(expectation),
      checkSubscriptions(expectation),
    ]
    let wrong = sections.filter { $0.failure != nil }
    if !wrong.isEmpty {
      let names = wrong.map(\.name).formattedList
      let texts = wrong.map { "\($0.title):\n\($0.failure ?? "")" }
      place.fail(
        "\(name): \(names) not as expected (− expected, + actual).\n"
          + texts.joined(separator: "\n"))
    }
    let skipped = sections.compactMap { section in
      section.skipped.map { "\(section.title):\n\($0)" }
    }
    if !skipped.isEmpty {
      place.warn(
        "\(name): not stated, and not checked because of `exhaustive` (+ actual).\n"
          + skipped.joined(separator: "\n"))
    }
  }

  private func checkModel(
    _ expectation: StepExpectation, _ change: (inout AppModel) -> Void
  ) -> Section {
    var expected = before
    change(&expected)
    guard let text = modelText(expected: expected, actual: after) else { return .model() }
    if expectation.exhaustive.contains(.model) { return .model(failure: text) }
    var stated = after
    change(&stated)
    return .model(failure: modelText(expected: stated, actual: after), skipped: text)
  }

  private func checkCommands(_ expectation: StepExpectation) -> Section {
    let stated = expectation.commands
    guard let text = commandsText(expected: stated, actual: commands, mode: .exact) else {
      return .commands()
    }
    if expectation.exhaustive.contains(.commands) { return .commands(failure: text) }
    let failure = commandsText(expected: stated, actual: commands, mode: .contains)
    return .commands(failure: failure, skipped: failure == nil ? text : nil)
  }

  private func checkSubscriptions(_ expectation: StepExpectation) -> Section {
    let all = SubscriptionChange.all(from: declaredBefore, to: declaredAfter)
    let stated = expectation.subscriptions
    // What is kept is the rule, and need not be stated.
    let kept = changesText(
      expected: stated.filter(\.isKept), actual: all.filter(\.isKept), mode: .contains)
    let (statedChanges, changes) = (stated.filter { !$0.isKept }, all.filter { !$0.isKept })
    let text = changesText(expected: statedChanges, actual: changes, mode: .inAnyOrder)
    if text == nil || expectation.exhaustive.contains(.subscriptions) {
      return .subscriptions(failure: [text, kept].joined)
    }
    let failure = [changesText(expected: statedChanges, actual: changes, mode: .contains), kept]
      .joined
    return .subscriptions(failure: failure, skipped: failure == nil ? text : nil)
  }
}

extension [String?] {
  /// The texts that there are, one per line; `nil` for none.
  fileprivate var joined: String? {
    let texts = compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }
}

extension [String] {
  /// Such as `the model, the commands and the subscriptions are`.
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
  var skipped: String?

  static func model(failure: String? = nil, skipped: String? = nil) -> Section {
    Section(name: "the model is", title: "Model", failure: failure, skipped: skipped)
  }

  static func commands(failure: String? = nil, skipped: String? = nil) -> Section {
    Section(name: "the commands are", title: "Commands", failure: failure, skipped: skipped)
  }

  static func subscriptions(failure: String? = nil, skipped: String? = nil) -> Section {
    Section(
      name: "the subscriptions are", title: "Subscriptions", failure: failure, skipped: skipped)
  }
}
