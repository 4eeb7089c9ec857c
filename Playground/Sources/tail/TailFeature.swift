import Katana
import KatanaEffects

// Prints the lines that are appended to files, until the user presses Ctrl-C.

struct TailModel: Model, Equatable {
  typealias Receives = TailMessage

  var paths: [String]
  /// The file whose lines were printed last; `nil` if there is only one file.
  var current: String?
}

enum TailMessage: Message, Equatable {
  case happened(path: String, FileLinesEvent)
  case printed(TerminalError?)
  case interrupted
}

struct TailFeature: TypedUpdater, ModelSubscriptionProvider {
  var effects: [Effect] {
    [
      .command(Print.self), .command(ExitProcess.self), .subscription(FileLines.self),
      .subscription(SignalReceived.self),
    ]
  }

  func update(model: inout TailModel, message: TailMessage) -> [any Command] {
    switch message {
    case .happened(let path, .lines(let lines)):
      return heading(of: path, &model) + [output(lines.joined(separator: "\n"))]
    case .happened(let path, .restarted):
      return [Print("tail: \(path) begins anew", to: .standardError)]
    case .happened(let path, .failed(let error)):
      model.paths.removeAll { $0 == path }
      let text = Print("tail: \(error)", to: .standardError)
      return model.paths.isEmpty ? [text, ExitProcess(1)] : [text]
    case .printed(let error):
      // The reader of the output has closed it, as `head` does when it has enough lines.
      return error == nil ? [] : [ExitProcess()]
    case .interrupted:
      return [ExitProcess(130)]
    }
  }

  private func heading(of path: String, _ model: inout TailModel) -> [any Command] {
    guard model.paths.count > 1, model.current != path else { return [] }
    model.current = path
    return [output("==> \(path) <==")]
  }

  private func output(_ text: String) -> any Command { Print(text, Reply(TailMessage.printed)) }

  func subscriptions(model: TailModel) -> [any Subscription] {
    [SignalReceived(.interrupt, Reply(TailMessage.interrupted))]
      + model.paths.map { path in
        FileLines(
          path, from: .end, Reply { TailMessage.happened(path: path, $0) })
      }
  }
}

func tailProgram(_ paths: [String]) -> Program<TailModel> {
  Program(model: TailModel(paths: paths), TailFeature())
}
