/// The first difference between a replay and its recording.
public struct Divergence: Sendable, Equatable, CustomStringConvertible {
  /// The number of the message after which the difference was found.
  public let number: UInt64
  /// The number of the last message after which the models were compared and equal.
  ///
  /// It is the number at which the replay began if no models were compared before; 0 for the first
  /// model. The cause is a message after this one, up to ``number``.
  package let lastAgreement: UInt64
  /// What differs.
  public let difference: Difference
  /// The message and its chain of causes, the first cause first.
  public let causes: [String]
  /// The numbers of the messages and recorded models with masked secrets, up to ``number``.
  ///
  /// The replay uses a stand-in for a masked secret, which may cause the difference.
  public let secrets: [UInt64]

  /// What differs.
  public enum Difference: Sendable, Equatable {
    /// The names of the commands that the update returned.
    case commands(recorded: [String], replayed: [String])
    /// The models, as the lines of a difference: `−` recorded, `+` replayed.
    case model(String)
  }

  /// The difference with its causes, in the form in which tests print differences.
  public var description: String {
    let what =
      switch difference {
      case .commands(let recorded, let replayed):
        "Commands (− recorded, + replayed):\n  − \(list(recorded))\n  + \(list(replayed))"
      case .model(let lines): "Model (− recorded, + replayed):\n\(lines)"
      }
    let between =
      number == lastAgreement + 1 || isOfCommands
      ? ""
      : "\nThe models were equal after message \(lastAgreement); the cause is one of the messages"
        + " \(lastAgreement + 1) to \(number)."
    let perhaps =
      secrets.isEmpty
      ? ""
      : "\nThe cause may be a masked secret in message"
        + " \(secrets.map(String.init).joined(separator: ", "))."
    return "The replay differs from the recording after message \(number).\n"
      + "Causes: \(causes.joined(separator: " → "))\n\(what)\(between)\(perhaps)"
  }

  private var isOfCommands: Bool { if case .commands = difference { true } else { false } }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
