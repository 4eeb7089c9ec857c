public import Foundation
public import Katana

/// A request that may be made, and whose body has not been read yet.
public struct AdmittedRequest: Sendable {
  let handler: Handler
  let request: Request
  let input: OperationInput

  /// Whether the request has a body that must be read.
  public var hasBody: Bool { handler.route.hasBody }

  /// The greatest size of a body in bytes.
  public static let bodyLimit = 1 << 20

  /// The answer to a body that turns out to be larger.
  public static var tooLarge: Response { Refusal.tooLarge.response }

  /// Decodes the body.
  ///
  /// - Returns: The message that the request has come, or the answer if it cannot be decoded.
  public func message(_ body: Data) -> Outcome<any Message, RefusedRequest> {
    var input = input
    input.body = body
    do throws(Refusal) {
      if body.count > Self.bodyLimit { throw .tooLarge }
      return .success(try handler.message(request, input))
    } catch {
      return .failure(RefusedRequest(response: error.response))
    }
  }
}

/// A request that is answered without a message.
public struct RefusedRequest: Error, Equatable {
  /// The answer.
  public var response: Response
}
