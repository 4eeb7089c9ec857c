/// An error of an ``AddressCoder``: an address or a text that it cannot convert.
public struct AddressError: Error, CustomStringConvertible {
  enum Reason {
    case otherRoot(String)
    case unknownPart(String, of: [String])
    case ambiguousPart(String)
    case unclosedID
    case otherID(String, String)
    case unwritableID(String)
  }

  let reason: Reason
  let place: String

  init(_ reason: Reason, in place: String) {
    self.reason = reason
    self.place = place
  }

  /// Returns the description with another text for the address, such as one without `id`s.
  package func text(in place: String) -> String { AddressError(reason, in: place).description }

  /// The error, its position in the address, and in most cases the way to fix it.
  public var description: String {
    switch reason {
    case .otherRoot(let root):
      "The address \(shortened(place)) belongs to another app. The addresses of this app begin with"
        + " \(root)."
    case .unknownPart(let part, let known):
      known.isEmpty
        ? "\(shortened(place)) has no parts, so \(shortened(part)) means nothing."
        : "\(shortened(place)) has no part \(shortened(part)). Its parts are"
          + " \(known.joined(separator: ", "))."
    case .ambiguousPart(let part):
      "\(shortened(place)) has several parts \(part), which cannot be told apart: the names of"
        + " computed properties are never known, and -disable-reflection-metadata removes all"
        + " names. To fix this, make each of them a ClosurePart, which has a name."
    case .unclosedID:
      "After \(shortened(place)) an id in brackets must follow: a number, a word or a string"
        + " literal."
    case .otherID(let id, let type):
      "The id in \(shortened(place))[\(shortened(id))] is not of the type \(type). To fix this,"
        + " correct the id, or give the AddressCoder or the RecordingFormat an IDFormat for its type."
    case .unwritableID(let type):
      "The id after \(shortened(place)) cannot be written: \(type) is not"
        + " LosslessStringConvertible. To fix this, give the AddressCoder or the RecordingFormat an"
        + " IDFormat for this type."
    }
  }

  private func shortened(_ text: String) -> String {
    text.utf8.count > 200 ? "\(text.prefix(190))…" : text
  }
}
