public import Foundation
import Katana
import KatanaEffects

extension ServerModel {
  /// Looks at the head of a request.
  ///
  /// So a request to nowhere, one without a session where it needs one, and one with a body that is
  /// too large are refused before the body is read. The update looks at the session again.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - id: The number of the request.
  ///   - date: When it came.
  public func admission(of head: RequestHead, id: Request.ID, at date: Date) -> Admission {
    do throws(Refusal) {
      return try admit(head, id, date)
    } catch {
      return .answered(error.response)
    }
  }

  private func admit(
    _ head: RequestHead, _ id: Request.ID, _ date: Date
  ) throws(Refusal) -> Admission {
    let whole = head.path
    let path = whole.dropFirst()
    guard whole.first == "api" else { throw .notFound("path") }
    let found = Handler.all.filter { $0.route.matches(path) }
    guard !found.isEmpty else { throw .notFound("path") }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard let handler = found.first(where: { $0.route.method == method }) else {
      return .answered(notAllowed(head.method, of: found.map(\.route.method)))
    }
    let token = handler.route.access == .guest ? nil : head.token
    let request = Request(id, at: date, token: token)
    if try userID(request) == nil, handler.route.access == .user { throw .token("is missing") }
    if handler.route.hasBody, head.contentLength ?? 0 > AdmittedRequest.bodyLimit {
      throw .tooLarge
    }
    return .admitted(
      AdmittedRequest(
        handler: handler, request: request,
        input: OperationInput(path: handler.route.values(in: path), query: head.query)))
  }

  /// Returns the answer to a method that no operation has: for `OPTIONS`, what is allowed. Before a
  /// browser sends the request of another site, it asks in this way (CORS).
  private func notAllowed(_ method: String, of methods: [String]) -> Response {
    var seen: Set<String> = []
    let allowed = (methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] } + ["OPTIONS"])
      .filter { seen.insert($0).inserted }.joined(separator: ", ")
    if method == "OPTIONS" {
      return Response(
        204,
        headers: [
          "Allow": allowed, "Access-Control-Allow-Methods": allowed,
          "Access-Control-Allow-Headers": "Authorization, Content-Type",
          "Access-Control-Max-Age": "86400",
        ])
    }
    var response = Response(405, ["errors": ["method": ["is not allowed"]]])
    response.headers["Allow"] = .plain(allowed)
    return response
  }
}
