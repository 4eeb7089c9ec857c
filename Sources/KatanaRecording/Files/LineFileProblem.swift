/// A trouble of writing that the app goes on in spite of.
package struct LineFileProblem: Error, Sendable, CustomStringConvertible {
  package enum Activity: String, Sendable {
    case write, sync, create, remove, encode
  }

  package let activity: Activity
  package let file: String
  /// The system's number of the error; 0 if the error is none of the system.
  package let code: Int32
  package let reason: String

  package var description: String {
    let consequence =
      switch activity {
      case .write, .create: "The recording goes on when it is possible, and says what it lacks."
      case .sync: "Lines may be lost when the machine stops, though not when the app does."
      case .remove: "Old recordings stay where they are."
      case .encode: "The recording says so in the place of the line."
      }
    return "Cannot \(activity.rawValue) \(file): \(reason). \(consequence)"
  }
}
