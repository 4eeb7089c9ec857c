/// Where a replay first differs from its recording.
public struct Divergence: Sendable, Equatable, CustomStringConvertible {
  /// The number of the message after which it was seen.
  public let number: UInt64
  /// The last message after which the models were compared and equal; 0 for the beginning. The cause is
  /// at a message after it, and not after ``number``.
  public let lastAgreement: UInt64
  /// What differs.
  public let difference: Difference
  /// The message and what led to it, the first cause first.
  public let causes: [String]
  /// The numbers of the messages whose secrets were replaced by stand-ins before: the difference may be
  /// from one of them.
  public let secrets: [UInt64]

  /// What differs.
  public enum Difference: Sendable, Equatable {
    /// The names of the commands that the update returned.
    case commands(recorded: [String], replayed: [String])
    /// The models, as the lines of a difference: `−` recorded, `+` replayed.
    case model(String)
  }

  /// All of it, as tests print differences.
  public var description: String {
    let what =
      switch difference {
      case .commands(let recorded, let replayed):
        "Commands (− recorded, + replayed):\n  − \(list(recorded))\n  + \(list(replayed))"
      case .model(let lines): "Model (− recorded, + replayed):\n\(lines)"
      }
    let between =
      number == lastAgreement + 1 || isOfCommands
      ? "" : "\nThe models were equal after message \(lastAgreement); the cause is between."
    let perhaps =
      secrets.isEmpty
      ? "" : "\nPerhaps from the secret in \(secrets.map(String.init).joined(separator: ", "))."
    return "The replay differs from the recording after message \(number).\n"
      + "Causes: \(causes.joined(separator: " → "))\n\(what)\(between)\(perhaps)"
  }

  private var isOfCommands: Bool { if case .commands = difference { true } else { false } }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
