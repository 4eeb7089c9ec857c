/// A command with a control modifier, which says when, how often or how long it runs.
///
/// The functions of ``Command`` create it, such as
/// ``Command/cancellable(id:cancelInFlight:withConsequences:)``.
package struct ControlledCommand: CommandWrapper {
  package let content: any Command
  package let control: Control

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    ControlledCommand(content: change(content), control: control)
  }
}

/// A control modifier of a command.
package enum Control: Sendable {
  case cancellable(CancelID, cancelsInFlight: Bool, withConsequences: Bool)
  case delayed(Duration)
  case debounced(CancelID, Duration)
  case throttled(CancelID, Duration, Throttling)
  case timeout(Duration, (any Message)?)
  case retried(Retry)
  case onFailure(any Message)
  case onFailureReply(Reply<any Error>)
  case queued(CancelID, QueuePolicy)
}

extension ControlledCommand: CustomStringConvertible {
  /// The command and its modifier as Swift source.
  package var description: String { "\(sourceText(of: content, namesType: true))\(control)" }
}

extension Control: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cancellable(let id, let cancelsInFlight, let withConsequences):
      ".cancellable(id: \(id)\(cancelsInFlight ? ", cancelInFlight: true" : "")"
        + "\(withConsequences ? ", withConsequences: true" : ""))"
    case .delayed(let duration): ".delayed(by: \(durationText(duration)))"
    case .debounced(let id, let duration): ".debounced(id: \(id), for: \(durationText(duration)))"
    case .throttled(let id, let duration, let throttling):
      ".throttled(id: \(id), for: \(durationText(duration)), .\(throttling))"
    case .timeout(let duration, let message):
      ".timingOut(after: \(durationText(duration))\(message.map { ", \(text($0))" } ?? ""))"
    case .retried(let retry): ".retried(\(retry))"
    case .onFailure(let message): ".onFailure(\(text(message)))"
    case .onFailureReply(let reply): ".onFailure(\(reply))"
    case .queued(let id, let policy): ".queued(id: \(id), .\(policy))"
    }
  }

  private func text(_ message: any Message) -> String { sourceText(of: message, namesType: true) }
}
