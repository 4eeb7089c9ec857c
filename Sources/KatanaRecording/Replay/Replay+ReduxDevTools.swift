import Katana

extension Replay {
  /// Returns the recording as the text of a file that Redux DevTools imports.
  ///
  /// Each message becomes an action, with the model after it as its state. To open the file, choose
  /// "Import from file" in the browser's extension. The text contains one model for each message,
  /// so choose a short range for a large model.
  ///
  /// The type of the model must be `Encodable`; otherwise all states are `null`.
  ///
  /// - Parameter numbers: The numbers of the messages. By default, all messages.
  /// - Returns: The text. It ends where the replay stops.
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  public func reduxDevTools(
    for numbers: ClosedRange<UInt64> = 1...(.max)
  ) throws(RecordingError) -> String {
    var file = ReduxFile()
    var isFirst = true
    try run(to: numbers.upperBound) { step in
      guard numbers.contains(step.recorded.number) else { return true }
      if isFirst { file.begin(step.before) }
      isFirst = false
      file.add(step.recorded, step.after)
      return true
    }
    return file.text
  }
}

/// Builds the text of a file for Redux DevTools, in the form of the extension's own export.
private struct ReduxFile {
  private let encoder = RecordingEncoder()
  private var actions: [String] = []
  private var states: [String] = []

  mutating func begin(_ model: Any) { add(#"{"type":"@@INIT"}"#, at: .zero, model) }

  mutating func add(_ message: RecordedMessage, _ model: Any) {
    var bytes = Array(#"{"type":"#.utf8)
    bytes.appendQuoted(message.name)
    bytes += Array(#","number":\#(message.number),"from":"#.utf8)
    bytes.appendQuoted(message.origin)
    if let cause = message.cause { bytes += Array(#","cause":\#(cause)"#.utf8) }
    if let address = message.address {
      bytes += Array(#","in":"#.utf8)
      bytes.appendQuoted(address)
    }
    if let payload = message.payload { bytes += Array(#","payload":\#(payload)"#.utf8) }
    add(String(decoding: bytes, as: UTF8.self) + "}", at: message.time, model)
  }

  private mutating func add(_ action: String, at time: Duration, _ model: Any) {
    let milliseconds = time.nanoseconds / 1_000_000
    let id = actions.count
    actions.append(
      #""\#(id)":{"type":"PERFORM_ACTION","action":\#(action),"timestamp":\#(milliseconds)}"#)
    states.append(#"{"state":\#(state(model))}"#)
  }

  private func state(_ model: Any) -> String {
    var bytes: [UInt8] = []
    guard let model = model as? any Encodable, (try? encoder.encode(model, into: &bytes)) != nil
    else { return "null" }
    return String(decoding: bytes, as: UTF8.self)
  }

  var text: String {
    let ids = actions.indices.map(String.init).joined(separator: ",")
    return #"{"monitorState":{},"nextActionId":\#(actions.count),"actionsById":{"#
      + actions.joined(separator: ",")
      + #"},"stagedActionIds":[\#(ids)],"skippedActionIds":[],"committedState":"#
      + (states.first.map { String($0.dropFirst(9).dropLast()) } ?? "null")
      + #","currentStateIndex":\#(max(actions.count - 1, 0)),"computedStates":["#
      + states.joined(separator: ",") + #"],"isLocked":false,"isPaused":false}"# + "\n"
  }
}
