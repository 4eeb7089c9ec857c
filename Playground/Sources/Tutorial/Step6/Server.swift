import KatanaEffects

/// The addresses of the server, which is a folder of files.
struct Server: Sendable {
  var url = "http://127.0.0.1:8000"

  /// Returns the request for a file that is named after a title, in small letters.
  func file(_ title: String, _ ending: String) -> HTTPRequest {
    let name = title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return .get("\(url)/\(String(name))\(ending)")
  }
}
