public import Katana

/// What has happened to a watched file or folder.
public enum FileChange: Hashable, Codable, Sendable {
  /// The file was written, replaced or has appeared; of a folder: a member was.
  case changed
  /// The file or the folder is no longer there.
  case removed
  /// The watch could not begin, or has ended.
  case failed(FileError)
}

/// A message each time a file changes, for as long as the model declares it.
///
/// ```swift
/// [FileChanged("settings.json", Reply(SettingsMessage.changed))]
/// ```
///
/// The file need not exist: its folder is watched. So a file that is replaced, as most editors do,
/// or that appears later, is watched as well. Each change after the start is reported; changes that
/// come close together are one message, and only the newest message waits. A message may come
/// without a change, so compare what you read.
///
/// When the folder is missing or goes away, the last message is ``FileChange/failed(_:)``.
public struct FileChanged: Subscription {
  /// The file, as in ``ReadFile/path``.
  public var path: String
  /// What is sent.
  public var reply: Reply<FileChange>

  /// Creates the subscription.
  public init(_ path: String, _ reply: Reply<FileChange>) {
    (self.path, self.reply) = (path, reply)
  }

  /// Only the newest waits.
  public var buffering: MessageBuffering { .latest }
}

/// A message each time a member of a folder is made, written, renamed or removed; not members of
/// the folders in it.
///
/// Changes that come close together are one message. ``FileChange/removed`` is the last one: the
/// folder itself was removed or renamed.
public struct FolderChanged: Subscription {
  /// The folder, as in ``ListFolder/path``.
  public var path: String
  /// What is sent.
  public var reply: Reply<FileChange>

  /// Creates the subscription.
  public init(_ path: String, _ reply: Reply<FileChange>) {
    (self.path, self.reply) = (path, reply)
  }

  /// Only the newest waits.
  public var buffering: MessageBuffering { .latest }
}
