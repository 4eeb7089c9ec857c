import Katana
public import KatanaRuntime
public import Terminal

/// Reads the chain of causes from the runtime's history.
public struct FindCausesInterpreter: CommandInterpreter {
  private let history: History

  /// An interpreter that reads the history which the runtime writes.
  public init(history: History) { self.history = history }

  /// Finds the newest message of a feature, and answers with what led to it.
  public func interpret(_ command: FindCauses, dispatch: Dispatcher) {
    let chain = newestOfAFeature.map(history.entries(leadingTo:)) ?? []
    // A line waits for the line before, so all lines are one chain. What matters begins with the last
    // thing that the terminal said.
    let start = chain.lastIndex(where: \.isOfTerminal) ?? 0
    dispatch(command.reply(chain[start...].map(Cause.init)))
  }

  /// Numbers without an entry belong to messages that were not handled.
  private var newestOfAFeature: UInt64? {
    let latest = history.latest
    let numbers = stride(from: latest, to: latest - min(latest, searched), by: -1)
    return numbers.first { history.entry($0)?.isOfTerminal == false }
  }
}

/// How far back a message of a feature is looked for.
private let searched: UInt64 = 1_000

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
