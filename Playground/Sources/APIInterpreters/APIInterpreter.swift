public import API
import Foundation
import KatanaEffectInterpreters
import KatanaEffects
public import KatanaRuntime

/// Performs every ``API/APICommand`` over HTTP.
///
/// ```swift
/// .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type })
/// ```
///
/// Each request takes at most the client's time limit, by the runtime's clock. It ends with exactly
/// one reply, unless it is cancelled. If the server refuses the session, ``API/SessionExpired``
/// comes before the reply. Redirects are not followed, because the API has none. No request is sent
/// twice: if it is not known whether the server has done what was asked, the error is
/// ``API/APIError/inDoubt(_:)``.
public struct APIInterpreter: CommandInterpreter {
  private let client: APIClient

  /// Creates an interpreter that uses a client's server, transport and token.
  public init(client: APIClient) { self.client = client }

  /// Sends the request, with the token of the step that returned the command, and dispatches the
  /// reply.
  public func interpret(_ command: any APIRequest, dispatch: Dispatcher) {
    let token = client.session.value?.token
    dispatch.task { try await perform(command, token, dispatch) }
  }

  private func perform(
    _ command: some APIRequest, _ token: Secret<String>?, _ dispatch: Dispatcher
  ) async throws {
    let result = try await result(of: command, token: token, clock: dispatch.clock)
    // A cancelled command must not send messages.
    try Task.checkCancellation()
    if case .failure(let error) = result, error.isSessionExpired, let token {
      dispatch(SessionExpired(token: token))
    }
    dispatch.answer(command.reply, with: result)
  }

  private func result<Request: APIRequest>(
    of command: Request, token: Secret<String>?, clock: any RuntimeClock
  ) async throws -> Outcome<Request.Payload, APIError> {
    let token = command.call.session == .none ? nil : token
    if command.call.session == .required && token == nil { return .failure(.notLoggedIn) }
    let request = HTTPRequest(
      command.call, to: client.server, token: token, within: client.timeLimit)
    let (server, hadSession) = (client.server.absoluteString, token != nil)
    func failure(_ error: APIError) -> Outcome<Request.Payload, APIError> {
      .failure(command.call.method == .get ? error : error.ofChange)
    }
    do {
      let answer = try await client.http.response(to: request, by: clock)
      if let error = APIError(answer, from: server, hadSession: hadSession) {
        return failure(error)
      }
      return .success(try answer.payload(in: command.key))
    } catch let error as APIError {
      return failure(error)
    } catch let error as HTTPError {
      return failure(APIError(error, server: server))
    }
  }
}
