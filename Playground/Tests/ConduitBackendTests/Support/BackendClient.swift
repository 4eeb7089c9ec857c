import ConduitBackend
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An answer as it came over the wire.
struct Reply: Sendable {
  var status: Int
  var contentType: String?
  var allowed: String?
  var data: Data

  var text: String { String(decoding: data, as: UTF8.self) }
}

/// Sends real HTTP requests to one backend.
struct BackendClient: Sendable {
  let url: URL
  let session = URLSession(configuration: .ephemeral)

  func send(
    _ method: String, _ path: String, _ body: String? = nil, token: String? = nil
  ) async throws -> Reply {
    var request = URLRequest(url: try #require(URL(string: url.absoluteString + path)))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue("Token \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response) = try await session.data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    return Reply(
      status: http.statusCode, contentType: http.value(forHTTPHeaderField: "Content-Type"),
      allowed: http.value(forHTTPHeaderField: "Allow"), data: data)
  }
}

/// Runs a test against a backend of its own, and stops it whatever happens.
func withBackend(
  faults: [Fault] = [], _ test: (BackendServer, BackendClient) async throws -> Void
) async throws {
  let backend = try await BackendServer.start(faults: faults)
  let client = BackendClient(url: backend.url)
  defer { client.session.invalidateAndCancel() }
  do {
    try await test(backend, client)
  } catch {
    await backend.stop()
    throw error
  }
  await backend.stop()
}
