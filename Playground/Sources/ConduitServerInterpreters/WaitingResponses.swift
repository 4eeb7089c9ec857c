import ConduitServer
import Synchronization

/// The requests that wait for their answers.
final class WaitingResponses: Sendable {
  private struct State {
    var lastID = 0
    var waiting: [Request.ID: CheckedContinuation<Response, Never>] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Returns the number of a new request.
  func newID() -> Request.ID {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Waits for the answer to a request.
  ///
  /// - Parameters:
  ///   - id: The number of the request.
  ///   - send: Sends the request. The answer may come before it returns.
  func response(to id: Request.ID, after send: () -> Void) async -> Response {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.waiting[id] = continuation }
        return state.isClosed
      }
      if isClosed { continuation.resume(returning: .unavailable) } else { send() }
    }
  }

  /// Answers a request. A request that is answered already has no effect.
  func respond(_ response: Response, to id: Request.ID) {
    state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: response)
  }

  /// From now on, answers each new request with the state that the server is unavailable.
  func refuseNew() { state.withLock { $0.isClosed = true } }

  /// Answers all requests that wait in the same way.
  func answerRest() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: .unavailable) }
  }
}
