import Katana
import KatanaConsole
import KatanaEffects

// Prints the lines that are appended to files, until the user presses Ctrl-C.

struct TailModel: Model, Equatable {
  typealias Receives = TailMessage

  var paths: [String]
  /// The file whose lines were printed last; `nil` if there is only one file.
  var current: String?
  /// Whether the subscriptions of the first model have started.
  var hasStarted = false
}

enum TailMessage: Message, Equatable {
  case happened(path: String, FileLinesEvent)
  case printed(TerminalError?)
  /// The subscriptions of the first model have started.
  case started
  case interrupted
}

struct TailFeature: TypedUpdater, SubscriptionProvider {
  var effects: [any Effect.Type] {
    [
      Print.self, ExitProcess.self, FileLines.self, SignalReceived.self,
    ]
  }

  func update(model: inout TailModel, message: TailMessage) -> [any Command] {
    switch message {
    case .happened(let path, .lines(let lines)):
      return heading(of: path, &model) + [output(lines.map(Self.text(of:)).joined(separator: "\n"))]
    case .happened(let path, .restarted):
      return [
        Print(
          "tail: \(path) was truncated or replaced; reading from its beginning", to: .standardError)
      ]
    case .happened(let path, .failed(let error)):
      if isLast(error, model) { model.paths.removeAll { $0 == path } }
      let text = Print("tail: \(error)", to: .standardError)
      return model.paths.isEmpty ? [text, ExitProcess(1)] : [text]
    case .printed(nil): return []
    // The reader of the output has closed it, as `head` does when it has enough lines.
    case .printed(.closedPipe): return [ExitProcess()]
    case .printed(let error?):
      return [Print("tail: \(error)", to: .standardError), ExitProcess(1)]
    case .started:
      model.hasStarted = true
      return []
    case .interrupted:
      return [ExitProcess(130)]
    }
  }

  private static func text(of line: TextLine) -> String {
    line.isCut ? line.text + " …" : line.text
  }

  /// Returns whether an error is the last event of a file: the file could not be opened at the start,
  /// or its folder is gone. After other errors, `FileLines` reads the file again when it changes.
  private func isLast(_ error: FileError, _ model: TailModel) -> Bool {
    if case .notFound = error { true } else { !model.hasStarted }
  }

  private func heading(of path: String, _ model: inout TailModel) -> [any Command] {
    guard model.paths.count > 1, model.current != path else { return [] }
    model.current = path
    return [output("==> \(path) <==")]
  }

  private func output(_ text: String) -> any Command { Print(text, reply { .printed($0) }) }

  func subscriptions(model: TailModel) -> [any Subscription] {
    [SignalReceived(.interrupt, reply(.interrupted))]
      + model.paths.map { path in
        FileLines(
          path, from: .end, reply { .happened(path: path, $0) })
      }
  }
}

func tailProgram(_ paths: [String]) -> Program<TailModel> {
  // Subscriptions start before this command is performed, so errors at their start come first.
  Program(
    model: TailModel(paths: paths), TailFeature(), commands: [Send(TailMessage.started)])
}
