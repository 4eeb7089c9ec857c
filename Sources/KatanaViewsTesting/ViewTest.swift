public import Foundation
public import Katana
import KatanaConsole
public import KatanaRuntime
import KatanaScreen
public import KatanaTesting
public import KatanaViews

/// Uses an app through its view, as a person does: by the labels of what is shown, and by the keyboard.
///
/// ```swift
/// let test = ViewTest(Program(model: Counter(), CounterUpdater()), counterView)
/// test.press("+")
/// test.type("Ada", into: "Name")
/// #expect(test.outline.contains(#"input "Name" = "Ada""#))
/// ```
///
/// It drives the screen that a terminal shows, of 80 × 24 cells unless you say otherwise, without a
/// terminal and without time. A control is found by its label, wherever it is painted or can be brought
/// into sight; the test goes there by Tab and the arrows, and presses. What the app asks of the world is
/// answered through ``app``, an `AppTest`, which does not insist on the commands and changes of each
/// step.
///
/// What a person could not do fails the test with a sentence: a label that is not there, that two
/// controls have, that is disabled, behind a dialog, or has no room on the screen, and a key that a field
/// takes or that nothing answers.
public struct ViewTest<AppModel: Model> where AppModel.Receives: Equatable {
  /// The app, for the answers to its commands, for its subscriptions and its clock.
  public let app: AppTest<AppModel>
  private let view: (AppModel) -> ViewOf<AppModel>
  private let driver: ScreenDriver<AppModel>

  /// Starts an app.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - interpreters: The interpreters that the test needs; without one, a command waits for an
  ///     answer of the test.
  ///   - columns: The number of columns of the screen.
  ///   - rows: The number of its lines.
  ///   - view: Returns the view of a model.
  public init(
    _ program: Program<AppModel>, interpreters: [Interpreter] = [], columns: Int = 80,
    rows: Int = 24, _ view: @escaping (AppModel) -> ViewOf<AppModel>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    app = AppTest(
      program, interpreters: interpreters, exhaustive: [], fileID: fileID, filePath: filePath,
      line: line)
    app.start(fileID: fileID, filePath: filePath, line: line)
    self.view = view
    driver = ScreenDriver(app, view, columns: columns, rows: rows)
    driver.refresh(TestPlace(fileID: fileID, filePath: filePath, line: line))
  }

  /// The model.
  public var model: AppModel { app.model }

  /// What is shown, as text; see `ViewNode/outline(rows:)`.
  public var outline: String { view(model).node.outline() }

  /// The lines of the screen, without spaces at their ends and without empty lines at the bottom.
  public var lines: [String] {
    refresh()
    return driver.screen.lines
  }

  /// The label of what has the focus, or the text in it or in the current row; `nil` if it has none, or if
  /// nothing has the focus.
  public var focusedLabel: String? {
    refresh()
    return driver.focusedName
  }

  /// The title of the window; `nil` if the view states none.
  public var windowTitle: String? {
    refresh()
    return driver.screen.arrangement.windowTitle
  }

  /// The number of nodes that were measured for the last view: not those of parts that are equal, nor
  /// the rows of a long list that are not visible.
  public var measuredCount: Int { driver.screen.measuredCount }

  private func refresh() { driver.refresh(app.placeOfCreation) }

  /// Gives the screen another size.
  public func resize(columns: Int, rows: Int) {
    refresh()
    driver.handle(
      .resized(TerminalSize(columns: columns, rows: rows)), app.placeOfCreation)
  }

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
  ///   - label: The label. A row without one is found by a text in it, a figure by its text or its key.
  ///   - part: A text that stands in the same row or part, if several have this label.
  public func press(
    _ label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    let target = driver.go(to: label, part, "be pressed", place) { target in
      if target.press != nil { return true }
      if case .checkbox = target.node.content { return true }
      return false
    }
    if target != nil { driver.press(.enter, place) }
  }

  /// Presses something with the second button, or by Enter with Alt.
  public func pressSecondary(
    _ label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    let target = driver.go(to: label, part, "be pressed with the second button", place) {
      $0.figure == nil && $0.node.secondaryPress != nil
    }
    if target != nil { driver.press(.enter, with: .alt, place) }
  }

  /// Types a text behind what a field contains, key by key. A line end is the Enter key.
  public func type(
    _ text: String, into label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard let input = goToField(label, part, place) else { return }
    goToEnd(of: input, place)
    for character in text {
      if character.isNewline {
        driver.press(.enter, place)
      } else if character.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
        return place.fail(
          "The keyboard has no key for \(String(reflecting: String(character))). To fix this, type what"
            + " a person can, or use `replace`, which pastes.")
      } else {
        driver.press(.character(character), place)
      }
    }
  }

  /// Replaces what a field contains, as a person does who removes it and pastes another text.
  public func replace(
    _ label: String, with text: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard let input = goToField(label, part, place) else { return }
    goToEnd(of: input, place)
    if input.kind == .area {
      for _ in input.text { driver.press(.backspace, place) }
    } else {
      driver.press(.character("u"), with: .control, place)
    }
    if !text.isEmpty { driver.handle(.paste(text), place) }
  }

  private func goToField(
    _ label: String, _ part: String?, _ place: TestPlace
  ) -> ViewInput? {
    let target = driver.go(to: label, part, "take text", place) {
      if case .input = $0.node.content { $0.figure == nil } else { false }
    }
    if case .input(let input) = target?.node.content { return input }
    return nil
  }

  private func goToEnd(of input: ViewInput, _ place: TestPlace) {
    driver.press(.end, place)
    // In an area, End goes to the end of the line.
    while let caret = driver.screen.caret, caret < input.text.utf8.count {
      driver.press(.down, place)
      driver.press(.end, place)
      if driver.screen.caret == caret { return }
    }
  }

  /// Presses Enter in a field.
  public func submit(
    _ label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    let target = driver.go(to: label, part, "be submitted", place) {
      $0.figure == nil && $0.node.submit != nil
    }
    if target != nil { driver.press(.enter, place) }
  }

  /// Chooses an option by the arrow keys, which pass the options between.
  public func choose(
    _ option: String, of label: String, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    let target = driver.go(to: label, part, "have “\(option)” chosen", place) {
      if case .select(_, let options, _) = $0.node.content {
        options.contains(option)
      } else {
        false
      }
    }
    guard case .select(_, let options, _) = target?.node.content else { return }
    for _ in 0...options.count {
      guard case .select(_, let options, let chosen) = driver.active?.node.content else { break }
      let index = options.firstIndex(of: option)
      if index == chosen { return }
      driver.press(index == 0 && chosen != nil ? .home : .right, place)
    }
    place.fail("“\(label)” does not take “\(option)”: the model keeps another option.")
  }

  /// Moves a slider by the arrow keys.
  public func set(
    _ label: String, to value: Double, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    let target = driver.go(to: label, part, "be set to \(value)", place) {
      if case .slider(_, _, let range, _) = $0.node.content { range.contains(value) } else { false }
    }
    guard let target else { return }
    let isMirrored = target.context.direction == .rightToLeft
    var last: Double?
    while case .slider(_, let now, _, let step) = driver.active?.node.content, now != last {
      if abs(now - value) <= abs(step) / 1_000 { return }
      if abs(now - value) < abs(step) * 0.999 { break }
      last = now
      driver.press((now < value) != isMirrored ? .right : .left, place)
    }
    place.fail(
      "“\(label)” cannot be set to \(value) by its steps, or the model keeps another number.")
  }

  /// Makes a row the current one of its list, by the arrow keys.
  ///
  /// - Parameter row: The label of the row, or a text in it.
  public func select(
    _ row: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    _ = goToRow(row, TestPlace(fileID: fileID, filePath: filePath, line: line))
  }

  private func goToRow(_ row: String, _ place: TestPlace) -> Bool {
    driver.refresh(place)
    let found = driver.row(row)
    guard found.count == 1 else {
      place.fail(
        found.isEmpty
          ? "No row of a list is called “\(row)”." : "“\(row)” is the name of \(found.count) rows.")
      return false
    }
    if driver.goToRow(found[0].row, of: found[0].list, place) {
      driver.tellRow(place)
      return true
    }
    place.fail("The row “\(row)” cannot be made the current one by keys.")
    return false
  }

  /// Presses a key while the focus is where it is, or in a row.
  ///
  /// - Parameters:
  ///   - shortcut: The key.
  ///   - part: A label of a control, or a text in a row, to which the focus goes before.
  public func key(
    _ shortcut: Shortcut, in part: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    driver.refresh(place)
    if let part {
      if driver.row(part).isEmpty {
        guard driver.go(to: part, nil, "have the focus", place, where: { _ in true }) != nil else {
          return
        }
      } else if !goToRow(part, place) {
        return
      }
    }
    guard let stroke = KeyStroke(shortcut) else { return }
    if let active = driver.active, case .input(let input) = active.node.content,
      driver.screen.takes(stroke, active)
    {
      return place.fail(
        "The field “\(input.label)” has the focus and takes the key \(shortcut). To fix this, go"
          + " elsewhere first, type with `type`, `replace` and `submit`, or press it there with `keys`."
      )
    }
    if driver.screen.answers(stroke) { return driver.handle(.key(stroke), place) }
    if driver.screen.isElsewhere(stroke) {
      return place.fail(
        "The key \(shortcut) acts only while the focus is in its view, and the focus is elsewhere. To"
          + " fix this, go there first: `in: …`, or let it act everywhere: `.onKey(…, in: .screen)`."
      )
    }
    let there = driver.screen.keyTitles
    place.fail(
      "No key \(shortcut) acts here."
        + (there.isEmpty
          ? " There is no key at all." : " There are: \(there.joined(separator: ", "))."))
  }

  /// Presses keys one after the other, as a person does who does not look: what does nothing fails
  /// nothing.
  ///
  /// ```swift
  /// test.keys(.tab, "A", "d", "a", .enter)
  /// ```
  public func keys(
    _ shortcuts: Shortcut..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    driver.refresh(place)
    for stroke in shortcuts.compactMap({ KeyStroke($0) }) { driver.handle(.key(stroke), place) }
  }

  /// Clicks where a text stands, as a person with the mouse does on a screen with `usesMouse: true`: what is
  /// not on the screen fails, and a click that does nothing fails nothing.
  ///
  /// ```swift
  /// test.click("Delete", in: "milk")
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text, in one line, as the screen shows it.
  ///   - part: Another text of the same line, if the first one stands in several.
  ///   - button: The button: 0 for left, 1 for middle, 2 for right.
  public func click(
    _ text: String, in part: String? = nil, button: Int = 0, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    driver.refresh(place)
    let found = driver.screen.places(of: text, in: part)
    guard found.count == 1 else {
      let lines = driver.screen.lines.joined(separator: "\n")
      return place.fail(
        found.isEmpty
          ? "“\(text)” is not on the screen\(part.map { " in a line with “\($0)”" } ?? ""):\n\(lines)"
          : "“\(text)” stands on the screen \(found.count) times. To fix this, name another text of its line:"
            + " `in: …`.\n\(lines)")
    }
    click(found[0], button, place)
  }

  /// Clicks a place of the screen, as ``click(_:in:button:fileID:filePath:line:)`` does where there is no text.
  ///
  /// - Parameters:
  ///   - column: The column, from 0.
  ///   - row: The line, from 0.
  ///   - button: The button: 0 for left, 1 for middle, 2 for right.
  public func click(
    column: Int, row: Int, button: Int = 0, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    driver.refresh(place)
    click((column, row), button, place)
  }

  private func click(_ cell: (column: Int, row: Int), _ button: Int, _ place: TestPlace) {
    for action in [MouseEvent.Action.pressed(button: button), .released(button: button)] {
      driver.handle(.mouse(MouseEvent(action, column: cell.column, row: cell.row)), place)
    }
  }

  /// Uses a pointer in a drawing.
  public func point(
    _ phase: DrawingPointer.Phase, x: Double, y: Double, in label: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    let target = driver.go(to: label, nil, "be pointed at", place) {
      $0.figure == nil && $0.node.pointer != nil
    }
    guard let target, let reply = target.node.pointer else { return }
    guard driver.screen.reaches(target, x: x, y: y) else {
      return place.fail(
        "The point (\(x), \(y)) of “\(label)” cannot be seen, or something lies on it.")
    }
    driver.send([target.context.message(of: reply, DrawingPointer(phase, x: x, y: y))], place)
  }

  /// Closes the dialog that is open, as Escape does.
  public func cancelDialog(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    driver.refresh(place)
    guard let dialog = driver.screen.arrangement.dialogs.last else {
      return place.fail("No dialog is open.")
    }
    guard dialog.cancel != nil else {
      return place.fail(
        "The dialog cannot be closed. To fix this, give it the message of Escape: "
          + "`.dialog(title, content, cancel: …)`.")
    }
    driver.press(.escape, place)
  }
}

extension Shortcut {
  /// The Tab key. A test can press it; a view cannot have it, because it moves the focus.
  public static let tab = Shortcut(.tab)
}

extension ViewOf {
  /// Returns the lines that a screen shows of the view, without spaces at their ends and without empty
  /// lines at the bottom.
  ///
  /// - Parameters:
  ///   - columns: The number of columns of the screen.
  ///   - rows: The number of its lines.
  ///   - date: The time; without one, what moves has reached its end.
  public func lines(
    columns: Int = 80, rows: Int = 24, at date: Date = .distantFuture
  ) -> [String] {
    var screen = ScreenState(size: TerminalSize(columns: columns, rows: rows))
    screen.show(self, at: date)
    return screen.lines
  }
}
