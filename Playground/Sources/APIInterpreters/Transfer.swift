import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request on its way.
///
/// Not `URLSession.data(for:)`: on Linux that hangs, and every session of the process with it, when a
/// request is cancelled in the moment in which its answer arrives
/// (https://github.com/swiftlang/swift-corelibs-foundation/pull/5417, not in Swift 6.3).
/// `URLSessionTask.cancel` in that moment can end the process there ("Trying to access a behaviour for
/// a task that in not in the registry"). So on Linux a cancelled request is let go: nobody waits for it,
/// and the session's time limit ends it.
final class Transfer: @unchecked Sendable {
  // Sendable, because all state is used with the lock held.
  private let lock = NSLock()
  private var continuation: CheckedContinuation<(Data, URLResponse), any Error>?
  private var task: URLSessionDataTask?
  private var isOver = false

  /// Sends a request and waits for the answer.
  ///
  /// - Throws: `URLError`, or `CancellationError` as soon as the task is cancelled.
  static func data(
    for request: URLRequest, on session: URLSession
  ) async throws -> (Data, URLResponse) {
    let transfer = Transfer()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { transfer.begin(request, on: session, $0) }
    } onCancel: {
      transfer.cancel()
    }
  }

  private func begin(
    _ request: URLRequest, on session: URLSession,
    _ continuation: CheckedContinuation<(Data, URLResponse), any Error>
  ) {
    let isCancelled = lock.withLock {
      if !isOver { self.continuation = continuation }
      return isOver
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    let task = session.dataTask(with: request) { [self] data, response, error in
      if let data, let response {
        end(.success((data, response)))
      } else {
        end(.failure(error ?? URLError(.unknown)))
      }
    }
    lock.withLock { self.task = task }
    task.resume()
  }

  private func end(_ result: Result<(Data, URLResponse), any Error>) {
    let continuation = lock.withLock {
      isOver = true
      task = nil
      defer { self.continuation = nil }
      return self.continuation
    }
    continuation?.resume(with: result)
  }

  private func cancel() {
    #if !canImport(FoundationNetworking)
      lock.withLock { task }?.cancel()
    #endif
    end(.failure(CancellationError()))
  }
}

/// Follows redirects within one server only: to another one, the session's token would go with them.
final class SameOriginRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let isSame = task.originalRequest?.url?.origin == request.url?.origin
    completionHandler(isSame ? request : nil)
  }
}

extension URL {
  fileprivate var origin: [String] {
    [scheme ?? "", host() ?? "", port.map { "\($0)" } ?? ""]
  }
}
