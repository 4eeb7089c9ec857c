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
    let path = head.path
    guard path.first == "api" else { throw .notFound("path") }
    let found = Handler.all.compactMap { handler in
      handler.route.values(in: path.dropFirst()).map { (handler, $0) }
    }
    guard !found.isEmpty else { throw .notFound("path") }
    let methods = allowedMethods(found.map(\.0.route.method))
    if head.method == "OPTIONS" { return .answered(Response(204, headers: ["Allow": methods])) }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard let (handler, values) = found.first(where: { $0.0.route.method == method }) else {
      var response = Response(405, ["errors": ["method": ["is not allowed"]]])
      response.headers["Allow"] = .plain(methods)
      return .answered(response)
    }
    let token = handler.route.access == .guest ? nil : head.token
    let request = Request(id, at: date, token: token)
    if try userID(request) == nil, handler.route.access == .user { throw .token("is missing") }
    if handler.route.hasBody, head.contentLength ?? 0 > AdmittedRequest.bodyLimit {
      throw .tooLarge
    }
    return .admitted(
      AdmittedRequest(
        handler: handler, request: request, input: OperationInput(path: values, query: head.query)))
  }

  private func allowedMethods(_ methods: [String]) -> String {
    var seen: Set<String> = []
    return (methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] } + ["OPTIONS"])
      .filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}
