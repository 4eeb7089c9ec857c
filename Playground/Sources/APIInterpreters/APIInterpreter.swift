public import API
import Foundation
import Katana
public import KatanaRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Performs every ``API/APICommand`` over HTTP.
///
/// ```swift
/// .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type })
/// ```
///
/// Each request takes at most the client's time limit, by the runtime's clock. It ends with exactly
/// one reply; if the server has refused the session, ``API/SessionExpired`` comes before it.
public struct APIInterpreter: CommandInterpreter {
  private let client: APIClient

  /// An interpreter that uses a client's server, connections and token.
  public init(client: APIClient) { self.client = client }

  /// Sends the request, with the token of the step that asked for it, and dispatches the reply.
  public func interpret(_ command: any APIRequest, dispatch: Dispatcher) {
    let token = client.token
    dispatch.task { try await perform(command, token, dispatch) }
  }

  private func perform(
    _ command: some APIRequest, _ token: Secret<String>?, _ dispatch: Dispatcher
  ) async throws {
    let result = await result(of: command, token: token, clock: dispatch.clock)
    // Nobody waits for the result of a cancelled command.
    try Task.checkCancellation()
    if case .failure(.sessionExpired) = result { dispatch(SessionExpired()) }
    dispatch(command.reply(result))
  }

  private func result<Request: APIRequest>(
    of command: Request, token: Secret<String>?, clock: any RuntimeClock
  ) async -> Result<Request.Payload, APIError> {
    let token = command.request.session == .none ? nil : token
    if command.request.session == .required && token == nil { return .failure(.notLoggedIn) }
    do throws(APIError) {
      let answer = try await answer(to: command.request, token: token, clock: clock)
      if let error = APIError(answer, hadSession: token != nil) { throw error }
      return .success(try answer.payload(in: command.key))
    } catch {
      return .failure(error)
    }
  }

  private func answer(
    to request: HTTPRequest, token: Secret<String>?, clock: any RuntimeClock
  ) async throws(APIError) -> HTTPAnswer {
    let urlRequest = URLRequest(request, to: client.server, token: token)
    do {
      return try await withTimeLimit(client.timeLimit, by: clock) {
        let (data, response) = try await Transfer.data(for: urlRequest, on: client.connections)
        return HTTPAnswer(status: (response as? HTTPURLResponse)?.statusCode ?? 0, data: data)
      }
    } catch is TimeLimitExceeded {
      throw .timedOut(limit: client.timeLimit)
    } catch let error as URLError where error.code == .timedOut {
      throw .timedOut(limit: client.timeLimit)
    } catch {
      throw .unreachable(server: client.server.absoluteString)
    }
  }
}
