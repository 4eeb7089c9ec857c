public import Katana
public import KatanaRecording

/// A text interface that steps through a recording: forwards, backwards, to breakpoints, and to the
/// first step at which the model contains a text.
///
/// It does no input and output itself, so tests can check its answers.
public struct ReplayConsole<AppModel: Model> {
  private let replay: Replay<AppModel>
  private let recording: RecordingSummary
  /// The Swift expression for the program in generated tests.
  private let program: String
  /// The import lines of generated tests.
  private let imports: [String]
  /// The number of the last shown message; before the first message, the number before it.
  private var number: UInt64
  /// The names of the messages at which `continue` stops.
  private var breakpoints: Set<String> = []

  /// Opens a recording.
  public init(
    _ format: RecordingFormat<AppModel>, of path: String, program: String, imports: [String]
  ) throws {
    replay = try Replay(format, of: path)
    recording = try replay.recording
    self.program = program
    self.imports = imports
    number = (recording.messages?.lowerBound ?? 1) - 1
  }

  /// Returns the text before the first prompt: the facts about the recording, and the divergence or
  /// problem of its replay.
  public func greeting() -> String {
    var lines = [
      "\(recording.app)\(recording.build.isEmpty ? "" : " \(recording.build)"), recorded \(date(recording.started)), file \(recording.part)",
      recording.messages.map { "messages \($0.lowerBound) to \($0.upperBound)" } ?? "no messages",
    ]
    lines += recording.problems
    if recording.leftOut > 0 { lines.append("\(recording.leftOut) lines were left out.") }
    do {
      let result = try replay.run()
      if let message = result.crashed {
        lines.append(
          "The process ended in the update of message \(message.number), \(message.name).")
      }
      if let divergence = result.divergence { lines.append("\(divergence)") }
      if let problem = result.problem { lines.append("\(problem)") }
    } catch { lines.append("\(error)") }
    return (lines + ["help says what can be typed"]).joined(separator: "\n")
  }

  /// Returns the answer to an input line; `nil` if the user quits.
  public mutating func answer(to line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    do {
      switch words.first ?? "next" {
      case "next", "n": return try show(number + 1)
      case "back", "b": return try show(number == 0 ? 0 : number - 1)
      case "go", "g": return try UInt64(rest).map { try show($0) } ?? "go NUMBER"
      case "break": return toggleBreakpoint(rest)
      case "continue", "c": return try run()
      case "find", "f": return try find(rest)
      case "model", "m":
        return try replay.model(after: number).map(lines) ?? "The model cannot be computed."
      case "whole", "w": return try replay.step(number).map { text(of: $0) } ?? "go NUMBER"
      case "test", "t": return try test(words.dropFirst().compactMap(UInt64.init))
      case "quit", "q": return nil
      default: return help
      }
    } catch {
      return "\(error)"
    }
  }

  private var help: String {
    """
    next, n, or an empty line   the next message
    back, b                     the message before
    go, g NUMBER                a message
    break NAME                  sets or removes a breakpoint: AppMessage, or AppMessage.tapped
    continue, c                 continues to the next breakpoint
    find, f TEXT                the first step after which the model contains it: count: 3
    model, m                    the whole model
    whole, w                    the message and its commands again, without abbreviation
    test, t FIRST LAST          a test of these messages, as Swift source
    quit, q
    """
  }

  private mutating func show(_ number: UInt64) throws -> String {
    guard let step = try replay.step(number) else {
      return number == 0 || number < (recording.messages?.lowerBound ?? 1)
        ? "This is the beginning." : "The replay has no message \(number)."
    }
    return show(step)
  }

  private mutating func show(_ step: ReplayStep<AppModel>) -> String {
    number = step.recorded.number
    return text(of: step, limit: 240)
  }

  /// The text of a step.
  ///
  /// - Parameter limit: After this many characters, `…` takes the place of the rest of a message or a
  ///   command: an answer of a server can be long.
  private func text(of step: ReplayStep<AppModel>, limit: Int = .max) -> String {
    let recorded = step.recorded
    let cause = recorded.cause.map { ", caused by \($0)" } ?? ""
    let place = recorded.place.isEmpty ? "" : " (\(recorded.place))"
    func cut(_ text: String) -> String {
      text.count > limit ? text.prefix(limit) + "… (\(text.count) characters)" : text
    }
    var lines = [
      "\(recorded.number) \(cut(step.messageText))", "  from \(recorded.origin)\(cause)\(place)",
    ]
    lines += step.commandTexts.map { "  → \(cut($0))" }
    lines.append(step.changes ?? "  the model stays as it is")
    return lines.joined(separator: "\n")
  }

  private mutating func toggleBreakpoint(_ name: String) -> String {
    if !name.isEmpty, breakpoints.remove(name) == nil { breakpoints.insert(name) }
    return "breakpoints: "
      + (breakpoints.isEmpty ? "none" : breakpoints.sorted().joined(separator: ", "))
  }

  /// Continues to the next message whose name or type is a breakpoint.
  private mutating func run() throws -> String {
    var found: ReplayStep<AppModel>?
    let (start, breakpoints) = (number, breakpoints)
    try replay.run { step in
      let name = step.recorded.name
      let type = String(name.prefix { $0 != "." })
      guard step.recorded.number > start, breakpoints.contains(name) || breakpoints.contains(type)
      else { return true }
      found = step
      return false
    }
    return found.map { show($0) } ?? "No breakpoint is reached."
  }

  private mutating func find(_ wanted: String) throws -> String {
    if wanted.isEmpty { return "find TEXT" }
    var found: ReplayStep<AppModel>?
    var (isFirst, isFoundBefore) = (true, false)
    try replay.run { step in
      if isFirst { isFoundBefore = replay.text(of: step.before).contains(wanted) }
      isFirst = false
      if !isFoundBefore, replay.text(of: step.after).contains(wanted) { found = step }
      return found == nil && !isFoundBefore
    }
    if isFoundBefore { return "The model has \"\(wanted)\" from the beginning." }
    return found.map { show($0) } ?? "There is no step after which the model has \"\(wanted)\"."
  }

  private func test(_ numbers: [UInt64]) throws -> String {
    guard numbers.count == 2, numbers[0] <= numbers[1] else { return "test FIRST LAST" }
    return try replay.testSource(
      for: numbers[0]...numbers[1], named: "recorded", program: program, imports: imports)
  }

  /// A model on one line if it is short, otherwise with a line for each property.
  private func lines(_ model: AppModel) -> String {
    let text = replay.text(of: model)
    if text.count <= 100 { return text }
    let properties = Mirror(reflecting: model).children.map { child in
      "  .\(child.label ?? ""): \(replay.text(of: child.value))"
    }
    return (["\(AppModel.self)"] + properties).joined(separator: "\n")
  }

  /// A date of a recording for people: `2026-11-23 06:53:15 UTC`.
  private func date(_ started: String) -> String {
    guard let match = started.wholeMatch(of: /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*Z/) else {
      return started
    }
    let (_, year, month, day, hour, minute, second) = match.output
    return "\(year)-\(month)-\(day) \(hour):\(minute):\(second) UTC"
  }
}
