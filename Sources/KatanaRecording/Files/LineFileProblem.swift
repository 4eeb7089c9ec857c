import Katana

/// A problem with writing a recording. The app continues in spite of it.
package struct LineFileProblem: Error, Sendable, CustomStringConvertible {
  package enum Activity: String, Sendable {
    case write, sync, create, remove, encode, checkpoint, keepUp
  }

  package let activity: Activity
  package let file: String
  /// The system's error number; 0 if the error does not come from the system.
  package let code: Int32
  package let reason: String

  init(activity: Activity, file: String, code: Int32 = 0, reason: String = "") {
    (self.activity, self.file, self.code, self.reason) = (activity, file, code, reason)
  }

  package var description: String { printableText(text) }

  private var text: String {
    switch activity {
    case .write:
      """
      Cannot write \(file): \(reason). The recording goes on as soon as it can, and counts the \
      missing lines; a replay stops where they are missing. To fix this, make space on the disk.
      """
    case .create:
      """
      Cannot create \(file): \(reason). No new file begins until this works. To fix this, check the \
      path, the permissions and the space on the disk.
      """
    case .sync:
      """
      Cannot sync \(file): \(reason). If the machine stops, lines may be lost; if the app crashes, \
      none is. To fix this, record in a folder on a disk that is intact.
      """
    case .remove:
      """
      Cannot remove \(file): \(reason). The old recording is kept. To fix this, check the \
      permissions of its folder.
      """
    case .encode:
      """
      A value cannot be recorded in \(file): \(reason). The recording has this error in place of \
      the line, and a replay stops there. To fix this, make the value encode itself.
      """
    case .checkpoint:
      """
      The model cannot be recorded in \(file): \(reason). A file that begins with such a model \
      cannot be replayed alone. To fix this, make the model encode and decode itself; a replay of \
      the next file names the property that cannot be decoded.
      """
    case .keepUp:
      """
      Cannot keep up with the app in \(file): too many lines wait for the disk, and further ones are \
      left out. The recording counts the missing lines, and a replay stops where they are \
      missing. To fix this, record on a faster disk, or list fewer or smaller types.
      """
    }
  }
}
