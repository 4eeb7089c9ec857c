public import Katana
public import KatanaRuntime
public import KatanaTesting
public import KatanaViews

/// Uses an app through its view, as a person does: by the labels of what is shown.
///
/// ```swift
/// let test = ViewTest(Program(model: Counter(), CounterUpdater()), counterView)
/// test.press("+")
/// test.type("Ada", into: "Name")
/// #expect(test.outline.contains(#"input "Name" = "Ada""#))
/// ```
///
/// It needs no terminal and no time. What the app asks of the world is answered through ``app``, an
/// `AppTest`, which does not insist on the commands and changes of each step.
///
/// A label that is not there, that two controls have, or that is disabled fails the test, with what
/// is there instead. While a dialog is open, only what is in it can be reached.
public struct ViewTest<AppModel: Model> {
  /// The app, for the answers to its commands, for its subscriptions and its clock.
  public let app: AppTest<AppModel>
  private let view: (AppModel) -> ViewOf<AppModel>

  /// Starts an app.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - interpreters: The interpreters that the test needs; without one, a command waits for an
  ///     answer of the test.
  ///   - view: Returns the view of a model.
  public init(
    _ program: Program<AppModel>, interpreters: [Interpreter] = [],
    _ view: @escaping (AppModel) -> ViewOf<AppModel>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    app = AppTest(
      program, interpreters: interpreters, exhaustive: [], fileID: fileID, filePath: filePath,
      line: line)
    app.start(fileID: fileID, filePath: filePath, line: line)
    self.view = view
  }

  /// The model.
  public var model: AppModel { app.model }

  /// What is shown, as text; see `ViewNode/outline(rows:)`.
  public var outline: String { view(model).node.outline() }

  /// Fails the test with the lines that differ if something else is shown.
  ///
  /// - Parameter expected: The outline; see `ViewNode/outline(rows:)`.
  public func expectOutline(
    _ expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    guard let difference = OutlineDifference(expected, outline) else { return }
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    place.fail("The outline is not as expected (− expected, + actual).\n\(difference.text)")
  }

  // MARK: What a person does

  /// Presses a button, or anything that can be pressed.
  ///
  /// - Parameters:
  ///   - label: The label. A row without one is found by a text in it.
  ///   - part: A text that stands in the same row or part, if several have this label.
  public func press(
    _ label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    act(on: label, part, "be pressed", place) { control in
      if let press = control.node.press { return control.context.message(of: press) }
      if case .checkbox(_, let isOn) = control.node.content, let reply = control.node.changedFlag {
        return control.context.message(of: reply, !isOn)
      }
      return nil
    }
  }

  /// Presses something with the second button.
  public func pressSecondary(
    _ label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    act(on: label, part, "be pressed with the second button", place) { control in
      control.node.secondaryPress.map { control.context.message(of: $0) }
    }
  }

  /// Types a text behind what a field contains, character by character.
  public func type(
    _ text: String, into label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    for character in text {
      act(on: label, part, "take text", place) { control in
        guard case .input(let input) = control.node.content, let reply = control.node.changedText
        else { return nil }
        return control.context.message(of: reply, input.text + String(character))
      }
    }
  }

  /// Replaces what a field contains.
  public func replace(
    _ label: String, with text: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    act(on: label, part, "take text", place) { control in
      control.node.changedText.map { control.context.message(of: $0, text) }
    }
  }

  /// Presses Enter in a field.
  public func submit(
    _ label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    act(on: label, part, "be submitted", place) { control in
      control.node.submit.map { control.context.message(of: $0) }
    }
  }

  /// Chooses an option.
  public func choose(
    _ option: String, of label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    act(on: label, part, "have “\(option)” chosen", place) { control in
      guard case .select(_, let options, _) = control.node.content,
        let index = options.firstIndex(of: option), let reply = control.node.changedIndex
      else { return nil }
      return control.context.message(of: reply, index)
    }
  }

  /// Moves a slider.
  public func set(
    _ label: String, to value: Double, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    act(on: label, part, "be set to \(value)", place) { control in
      guard case .slider(_, _, let range, _) = control.node.content, range.contains(value),
        let reply = control.node.changedNumber
      else { return nil }
      return control.context.message(of: reply, value)
    }
  }

  /// Makes a row the current one of its list.
  ///
  /// - Parameter row: The label of the row, or a text in it.
  public func select(
    _ row: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    act(on: row, nil, "be selected", place) { control in
      control.node.select.map { control.context.message(of: $0) }
    }
  }

  /// Presses a key that the view gives a meaning by `onKey`. The keys by which a field or a list is
  /// used belong to the screen.
  ///
  /// - Parameters:
  ///   - shortcut: The key.
  ///   - part: A text in the row that is current, if the key belongs to a row.
  public func key(
    _ shortcut: Shortcut, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    let keys = ShownNode.keyed(in: view(model).node)
      .filter { $0.matches(part) && !$0.context.isDisabled }
      .flatMap { control in control.node.keys.map { (control: control, binding: $0) } }
    // A control that is called so comes before those beside it.
    let named = keys.filter { key in part.map { key.control.isCalled($0) } ?? false }
    guard
      let key = named.last(where: { $0.binding.shortcut == shortcut })
        ?? keys.last(where: { $0.binding.shortcut == shortcut })
    else {
      let there = Set(keys.map { "\($0.binding.shortcut) \($0.binding.title)" }).sorted()
      return place.fail(
        "No key \(shortcut) acts here."
          + (there.isEmpty
            ? " There is no key at all." : " There are: \(there.joined(separator: ", ")).")
          + " Only keys of `onKey` are meant here; a field is used by `type`, `replace` and "
          + "`submit`, a dialog is closed by `cancelDialog`.")
    }
    send(key.control.context.message(of: key.binding.action), place)
  }

  /// Uses a pointer in a drawing.
  public func point(
    _ phase: DrawingPointer.Phase, x: Double, y: Double, in label: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    act(on: label, nil, "be pointed at", place) { control in
      control.node.pointer.map {
        control.context.message(of: $0, DrawingPointer(phase, x: x, y: y))
      }
    }
  }

  /// Closes the dialog that is open, as Escape does.
  public func cancelDialog(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    let dialog = shown().first { if case .dialog = $0.node.content { true } else { false } }
    guard let dialog else { return place.fail("No dialog is open.") }
    guard let cancel = dialog.node.cancel else {
      return place.fail(
        "The dialog cannot be closed. To fix this, give it the message of Escape: "
          + "`.dialog(title, content, cancel: …)`.")
    }
    send(dialog.context.message(of: cancel), place)
  }

  // MARK: Finding

  private func send(_ message: any Message, _ place: TestPlace) {
    app.send(
      message, exhaustive: [], fileID: place.fileID, filePath: place.filePath, line: place.line)
  }

  private func shown() -> [ShownNode] { ShownNode.reachable(in: view(model).node) }

  private func act(
    on label: String, _ part: String?, _ action: String, _ place: TestPlace,
    _ message: (ShownNode) -> (any Message)?
  ) {
    let all = shown()
    let named = all.filter { $0.isCalled(label) && $0.matches(part) }
    guard !named.isEmpty else {
      let names = all.compactMap(\.name)
      return place.fail(
        "Nothing is called “\(label)”" + (part.map { " in “\($0)”" } ?? "") + ". "
          + (names.isEmpty
            ? "Nothing can be acted on." : "There are: \(names.joined(separator: ", "))."))
    }
    let possible = named.filter { message($0) != nil }
    guard let control = possible.first else {
      return place.fail("“\(label)” cannot \(action).")
    }
    if possible.count > 1 {
      return place.fail(
        "“\(label)” is the name of \(possible.count) controls. To fix this, name a text beside the "
          + "one that you mean: `in: …`.")
    }
    if control.context.isDisabled { return place.fail("“\(label)” is disabled.") }
    if let message = message(control) { send(message, place) }
  }
}
