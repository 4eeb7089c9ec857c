import Foundation

/// The streams, and the subjects. A command has a key of three parts, `TYPE-FORM.HOME.ID`: it goes to `fleet.jobs.KEY`,
/// and its answer to `fleet.answers.KEY`. Both are the JSON of the value, so that a program in another language can be
/// a worker.
enum Names {
  static let jobs = "FLEET_JOBS"
  static let answers = "FLEET_ANSWERS"
  static let dead = "FLEET_DEAD"
  /// The header of an answer that is the reason of a failure.
  static let failed = "Fleet-Failed"
  /// The number of the error of a message that is not there.
  static let noMessage = 10_037
  /// The number of the error of a consumer that is not there.
  static let noConsumer = 10_014
  /// The numbers of the errors of a message that is not there any more.
  static let isDeleted: Set = [10_043, 10_057]
  /// The time within which the servers drop a message with the id of another one.
  static let deduplication = Duration.seconds(120)

  /// A type with the form of its JSON.
  static func type<Cmd>(_ type: Cmd.Type, _ form: Int) -> String {
    String("\(type)".map { $0.isLetter || $0.isNumber ? $0 : "_" }) + "-\(form)"
  }

  /// The name of a type without its form.
  static func name(_ type: String) -> String { String(type.prefix { $0 != "-" }) }

  /// The consumer that gives the commands of a type to its workers.
  static func queue(_ type: String) -> String { "worker-\(type)" }

  /// The home of the commands with a tag of an app.
  static func home(_ app: String) -> String { "a" + encoded(app) }

  /// Whether a key is that of a command with a tag, at which somebody may look.
  static func hasTag(_ key: String) -> Bool { key.drop { $0 != "." }.hasPrefix(".a") }

  /// The key of a command with a tag.
  static func key(_ type: String, app: String, tag: String) -> String {
    "\(type).\(home(app)).\(encoded(tag))"
  }

  /// The tag in a key.
  static func tag(_ key: String) -> String {
    key.lastIndex(of: ".").map { decoded(key[$0...].dropFirst()) } ?? ""
  }

  /// Any text as a part of a subject.
  private static func encoded(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("/", with: "_").replacing("=", with: "")
  }

  private static func decoded(_ text: Substring) -> String {
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    let data = Data(base64Encoded: text.replacing("_", with: "/") + padding) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}

/// What JetStream is told of a message that it has given.
enum Acknowledgement {
  static let done = Data("+ACK".utf8)
  static let left = Data("-NAK".utf8)
  static let atWork = Data("+WPI".utf8)
}
