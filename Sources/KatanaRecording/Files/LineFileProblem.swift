import Katana

/// A problem with writing a recording. The app continues in spite of it.
package struct LineFileProblem: Error, Sendable, CustomStringConvertible {
  package enum Activity: String, Sendable {
    case write, sync, create, remove, encode
  }

  package let activity: Activity
  package let file: String
  /// The system's error number; 0 if the error does not come from the system.
  package let code: Int32
  package let reason: String

  package var description: String {
    let consequence =
      switch activity {
      case .write: "The recording continues as soon as it can, and counts the missing lines."
      case .create:
        "No new file begins until this works. To fix this, check the path, the permissions and the"
          + " space on the disk."
      case .sync: "A stop of the machine may lose lines; a crash of the app does not."
      case .remove: "The old recording is kept."
      case .encode: "The recording contains this error in place of the line."
      }
    return printableText("Cannot \(activity.rawValue) \(file): \(reason). \(consequence)")
  }
}
