import Foundation
import KatanaEffects

/// Writes the body to a file. If the download ends early, the part that has arrived is kept, and a
/// later download asks for the rest.
final class ResumableSink: HTTPSink, @unchecked Sendable {
  // Sendable as ``HTTPSink`` states.
  private let path: String
  private var draft: FileReplacement?
  /// The version of the file of which a part was kept, if the rest was asked for.
  private var version = ""
  /// A text that differs for each address.
  private var address = ""
  /// The number of bytes that were kept, if the rest was asked for.
  private var kept: Int?
  /// Whether a body has begun, which may be empty.
  private var hasBegun = false

  init(path: String) { self.path = path }

  /// Whether the rest of a file can be asked for by this request. The sink is for no other request:
  /// it would take a part that the app has asked for itself for the rest of a file.
  static func canResume(_ request: HTTPRequest) -> Bool {
    request.method == .get && request.headers["Range"] == nil && request.accepted.contains(206)
  }

  func prepare(_ request: inout HTTPRequest) throws(HTTPError) {
    // Positions in a range are those of the encoded body, and what is kept is decoded.
    request.headers["Accept-Encoding"] = "identity"
    draft = try writing { () throws(FileError) in try FileReplacement(partOf: path) }
    address = DownloadSource.address(of: request)
    guard let draft else { return }
    let size = draft.size
    if size == 0 { DownloadSource.remove(for: path) }
    guard size > 1, let source = DownloadSource(of: path), source.address == address else { return }
    // The last byte is asked for again, because a server refuses to send an empty rest.
    (kept, version) = (size - 1, source.version)
    request.headers["Range"] = "bytes=\(size - 1)-"
    request.headers["If-Range"] = .plain(source.version)
  }

  func begin(_ head: HTTPHead, from host: String) throws(HTTPError) -> Int {
    hasBegun = true
    if head.status == 206 {
      guard let draft, let kept, head.isRest(from: kept, of: version) else {
        throw .partUnexpected(host)
      }
      try writing { () throws(FileError) in try draft.truncate(to: kept) }
      return kept
    }
    guard let draft else {
      draft = try writing { () throws(FileError) in try FileReplacement(of: path) }
      return 0
    }
    // The source goes first and comes last, so that it never names a part of another version.
    DownloadSource.remove(for: path)
    try writing { () throws(FileError) in try draft.truncate(to: 0) }
    draft.isTemporary = true
    if let version = head.version {
      try DownloadSource(address: address, version: version).write(for: path)
      draft.isTemporary = false
    }
    return 0
  }

  func write(_ data: Data) throws(HTTPError) {
    try writing { () throws(FileError) in try draft?.write(data) }
  }

  func finish() throws(HTTPError) -> Data {
    defer { draft = nil }
    if !hasBegun { return Data() }
    try writing { () throws(FileError) in try draft?.complete() }
    DownloadSource.remove(for: path)
    return Data()
  }

  func refuse(_ head: HTTPHead, from host: String) throws(HTTPError) {
    if head.status == 416, kept != nil { throw .partUnexpected(host) }
    abandon()
  }

  func abandon() { draft = nil }

  func discard() {
    DownloadSource.remove(for: path)
    draft?.isTemporary = true
    draft = nil
  }

  /// Removes the part that is kept of a file, unless a download has it open.
  static func discard(_ path: String) {
    guard let part = try? FileReplacement(partOf: path) else { return }
    DownloadSource.remove(for: path)
    part.isTemporary = true
  }
}

/// What the part of a download is a part of.
struct DownloadSource: Codable {
  /// A text that differs for each address, and from which the address cannot be told: an address
  /// may hold a secret.
  var address: String
  /// The `ETag` of the file, or the time of its last change.
  var version: String

  private static func path(for path: String) throws(FileError) -> String {
    hiddenPath(beside: try FilePaths(root: nil).target(of: path), "part.json")
  }

  /// Returns a hash of the address and the query of a request.
  static func address(of request: HTTPRequest) -> String {
    let query = request.query.fields.flatMap { [$0.name, $0.value.revealed] }
    let text = ([request.url.revealed] + query).joined(separator: "\n")
    return String(FNV.hash(text.utf8), radix: 16)
  }
}

extension DownloadSource {
  /// Reads the source of the part of a file; `nil` if there is none, or if it is damaged.
  init?(of path: String) {
    guard let path = try? Self.path(for: path),
      let data = try? SystemFiles().read(path, limit: 64 << 10),
      let source = try? JSONDecoder().decode(DownloadSource.self, from: data),
      source.version.isFieldText
    else { return nil }
    self = source
  }

  func write(for path: String) throws(HTTPError) {
    // Two texts can always be encoded.
    guard let data = try? JSONEncoder().encode(self) else { return }
    try writing { () throws(FileError) in
      try SystemFiles().write(data, to: Self.path(for: path), access: .ownerOnly)
    }
  }

  static func remove(for path: String) {
    if let path = try? Self.path(for: path) { try? SystemFiles().remove(path) }
  }
}

extension HTTPHead {
  /// The version of the file that the server names, if it may be used to ask for a part (RFC 9110,
  /// section 13.1.5): a strong `ETag`; without any, a time of the last change that is not the time
  /// of the response, because the file may change again within a second. `nil` for a body that is
  /// compressed all the same.
  fileprivate var version: String? {
    if isEncoded { return nil }
    if let tag = headers["ETag"]?.revealed { return tag.hasPrefix("\"") ? tag : nil }
    guard let change = headers["Last-Modified"]?.revealed, let date = headers["Date"]?.revealed,
      change != date
    else { return nil }
    return change
  }

  /// Whether the response is the rest of a version of a file from a position on. A server that does not
  /// know `If-Range` may send the rest of another version.
  fileprivate func isRest(from position: Int, of version: String) -> Bool {
    let name = version.hasPrefix("\"") ? "ETag" : "Last-Modified"
    guard !isEncoded, [nil, version].contains(headers[name]?.revealed),
      let range = ContentRange(self)
    else { return false }
    return range.first == position && range.isRest
  }
}
