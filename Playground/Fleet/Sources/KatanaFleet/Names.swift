import Foundation

/// The names of streams and subjects.
///
/// The key of a command has three parts, `TYPE-FORM.HOME.ID`. The home is a connection, or an app with tags. The command
/// is published to `fleet.jobs.KEY` and its answer to `fleet.answers.KEY`, both as JSON, so a worker can be written in
/// another language.
enum Names {
  static let jobs = "FLEET_JOBS"
  static let answers = "FLEET_ANSWERS"
  static let dead = "FLEET_DEAD"
  /// The header of an answer that is a failure.
  static let failed = "Fleet-Failed"
  /// The code of the error for a message that does not exist.
  static let noMessage = 10_037
  /// The code of the error for a consumer that does not exist.
  static let noConsumer = 10_014
  /// The codes of the errors for a message that was deleted before.
  static let isDeleted: Set = [10_043, 10_057]
  /// The time within which the servers drop a message with the id of an earlier one.
  static let deduplication = Duration.seconds(120)

  /// Returns the first part of a key.
  static func type<Cmd>(_ type: Cmd.Type, _ form: Int) -> String {
    String("\(type)".map { $0.isLetter || $0.isNumber ? $0 : "_" }) + "-\(form)"
  }

  /// Returns the name of a type from the first part of a key, or from a key.
  static func name(_ type: String) -> String { String(type.prefix { $0 != "-" }) }

  /// Returns the name of the consumer that delivers the commands of a type.
  static func queue(_ type: String) -> String { "worker-\(type)" }

  /// Returns the home of the commands with tags of an app.
  static func home(_ app: String) -> String { "a" + encoded(app) }

  /// Returns whether a command has a tag.
  static func hasTag(_ key: String) -> Bool { key.drop { $0 != "." }.hasPrefix(".a") }

  /// Returns the key of a command with a tag.
  static func key(_ type: String, app: String, tag: String) -> String {
    "\(type).\(home(app)).\(encoded(tag))"
  }

  /// Returns the tag from a key.
  static func tag(_ key: String) -> String {
    key.lastIndex(of: ".").map { decoded(key[$0...].dropFirst()) } ?? ""
  }

  /// Returns a text in the characters that a part of a subject may have.
  private static func encoded(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("/", with: "_").replacing("=", with: "")
  }

  private static func decoded(_ text: Substring) -> String {
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    let data = Data(base64Encoded: text.replacing("_", with: "/") + padding) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}

/// The acknowledgements of JetStream.
enum Acknowledgement {
  static let done = Data("+ACK".utf8)
  static let left = Data("-NAK".utf8)
  static let atWork = Data("+WPI".utf8)
}
