public import Katana

/// What happened to a watched file or folder.
public enum FileChange: Hashable, Codable, Sendable {
  /// The file was written, replaced or created. For a folder: a member of it changed.
  case changed
  /// The file or the folder no longer exists at its path.
  case removed
  /// The watch could not start, or has ended. No message follows.
  case failed(FileError)
}

/// Sends a message each time a file changes.
///
/// ```swift
/// [FileChanged("settings.json", reply { .changed($0) })]
/// ```
///
/// The subscription watches the folder of the file, so the file need not exist when it starts. It
/// also reports when the file is replaced, as most editors do, and when it is created later. If a link
/// on the path is exchanged, it reports that, and watches the new target from then on.
///
/// Only changes after the start are reported. Changes in quick succession lead to one message.
/// While the app is busy, a newer message replaces the one in the queue. A message may come
/// although nothing changed, so read the file and compare.
///
/// If the folder is missing or is removed, the last message is ``FileChange/failed(_:)``. Run by
/// the interpreters of `.files()`.
public struct FileChanged: Subscription {
  /// The path of the file; see ``ReadFile/path``.
  public var path: String
  /// The reply, which turns each change into a message.
  public var reply: Reply<FileChange>

  /// Creates a subscription to the changes of a file.
  public init(_ path: String, _ reply: Reply<FileChange>) {
    (self.path, self.reply) = (path, reply)
  }

  /// `.latest`: a newer message replaces the one in the queue.
  public var buffering: MessageBuffering { .latest }
}

/// Sends a message each time a member of a folder is created, written, renamed or removed.
///
/// Changes in the folders within the folder are not reported. Changes in quick succession lead to
/// one message. When the folder itself is removed or renamed, the last message is
/// ``FileChange/removed``. Run by the interpreters of `.files()`.
///
/// - Note: On Apple's systems, writes to the members are not reported. To watch them, declare a
///   ``FileChanged`` for each file.
public struct FolderChanged: Subscription {
  /// The path of the folder; see ``ListFolder/path``.
  public var path: String
  /// The reply, which turns each change into a message.
  public var reply: Reply<FileChange>

  /// Creates a subscription to the changes of a folder.
  public init(_ path: String, _ reply: Reply<FileChange>) {
    (self.path, self.reply) = (path, reply)
  }

  /// `.latest`: a newer message replaces the one in the queue.
  public var buffering: MessageBuffering { .latest }
}
