import Authentication
public import Foundation
import Katana

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that remembers the session with one server; only its owner may read it.
///
/// A session file without a place remembers nothing: nobody's token is stored unless they ask.
public struct SessionFile: Sendable {
  private let place: URL?
  private let server: URL

  /// A file at a place, or none, for the sessions with a server.
  public init(at place: URL?, for server: URL) {
    self.place = place
    self.server = server
  }

  /// What the file holds. Written by hand, because a `Secret` never encodes its value.
  private struct Content: Codable {
    var server: URL
    var username: String
    var email: String
    var token: Secret<String>
  }

  /// The session, if one with this server is remembered. An unreadable file holds none.
  func read() -> Session? {
    guard let place, isFile(place), let data = try? Data(contentsOf: place),
      let content = try? JSONDecoder().decode(Content.self, from: data), content.server == server
    else { return nil }
    return Session(
      username: content.username, email: content.email, token: content.token)
  }

  /// Whether a regular file is there: no directory, no link, no device.
  private func isFile(_ place: URL) -> Bool { kind(of: place) == S_IFREG }

  private func kind(of place: URL) -> mode_t? {
    var status = stat()
    return lstat(place.path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Remembers a session in place of the one before.
  ///
  /// - Throws: An error if something else than a regular file is there, which stays as it is.
  func write(_ session: Session) throws {
    guard let place else { return }
    if let kind = kind(of: place), kind != S_IFREG { throw CocoaError(.fileWriteFileExists) }
    let content = Content(
      server: server, username: session.username, email: session.email,
      token: session.token)
    let encoder = JSONEncoder()
    encoder.userInfo[.secrets] = SecretEncoding.revealed
    let data = try encoder.encode(content)
    // Made private before anything is in it: a moment of 0644 would be enough to read the token.
    // Its name is new, so nothing that is there is touched.
    let draft = place.deletingLastPathComponent()
      .appending(path: ".\(place.lastPathComponent).\(UUID().uuidString)")
    let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
    do {
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: data)
      try file.close()
      guard rename(draft.path, place.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      // It holds the token.
      unlink(draft.path)
      throw error
    }
  }

  /// Remembers nothing any more.
  ///
  /// - Throws: An error if something else than a regular file is there, which stays as it is.
  func remove() throws {
    guard let place, let kind = kind(of: place) else { return }
    // `unlink` removes no directory, whatever has taken the file's place meanwhile.
    guard kind == S_IFREG, unlink(place.path) == 0 else { throw CocoaError(.fileWriteNoPermission) }
  }
}
