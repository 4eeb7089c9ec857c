public import KatanaRuntime
public import Terminal

/// Reads the chain of causes from the runtime's history.
public struct FindCausesInterpreter: CommandInterpreter {
  private let history: History

  /// Creates an interpreter that reads a history. Give the same history to the runtime.
  public init(history: History) { self.history = history }

  /// Finds the newest message of a feature, and replies with its chain of causes.
  public func interpret(_ command: FindCauses, dispatch: Dispatcher) {
    let chain = newestOfAFeature.map(history.entries(leadingTo:)) ?? []
    // Each line begins after the line before, so the chain contains all earlier lines. The causes
    // of the last line begin with the last message of the terminal.
    let start = chain.lastIndex(where: \.isOfTerminal) ?? 0
    dispatch(command.reply(chain[start...].map(Cause.init)))
  }

  /// The number of the newest message of a feature. Numbers without an entry belong to messages
  /// that were not handled.
  private var newestOfAFeature: UInt64? {
    let latest = history.latest
    let numbers = stride(from: latest, to: latest - min(latest, searchLimit), by: -1)
    return numbers.first { history.entry($0)?.isOfTerminal == false }
  }
}

/// The number of latest messages among which a message of a feature is searched.
private let searchLimit: UInt64 = 1_000

extension History.Entry {
  fileprivate var isOfTerminal: Bool {
    message.fullName.hasPrefix("\(TerminalMessage.self).")
  }
}

extension Cause {
  fileprivate init(_ entry: History.Entry) {
    let sender =
      switch entry.origin {
      case .command(let type): entry.command?.description ?? "\(type)"
      case .subscription(let type): "\(type)"
      case .outside, .interceptor: "\(entry.origin)"
      }
    self.init(
      sender: sender, message: entry.message.description, place: "\(entry.file):\(entry.line)")
  }
}
