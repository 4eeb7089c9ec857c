/// One endpoint: a pattern for requests, and the function that answers them from the store.
struct Route: Sendable {
  /// It throws only `APIFailure`. The `throws` is untyped, because Swift infers no typed error for
  /// a closure.
  typealias Answer = @Sendable (APIRequest, inout ConduitStore) throws -> APIResponse

  let method: String
  let pattern: [String]
  let answer: Answer

  /// - Parameter pattern: A path such as `/api/articles/:slug`, whose segments with a colon match
  ///   anything.
  init(_ method: String, _ pattern: String, answer: @escaping Answer) {
    self.method = method
    self.pattern = APIRequest.segments(of: pattern)
    self.answer = answer
  }

  /// Returns the variable segments of the request's path; `nil` if the request is for another
  /// route.
  func parameters(of request: APIRequest) -> [String: String]? {
    guard method == request.method, pattern.count == request.segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (expected, segment) in zip(pattern, request.segments) {
      if expected.hasPrefix(":") {
        parameters[String(expected.dropFirst())] = segment
      } else if expected != segment {
        return nil
      }
    }
    return parameters
  }
}
