import Dispatch
import Foundation
import KatanaEffects
import KatanaRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Passes the events of the session's tasks to their exchanges.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Sendable, because the exchanges are accessed only while the lock is held.
  private let lock = Lock()
  private var exchanges: [Int: OngoingExchange] = [:]
  private let answers = DispatchQueue(label: "katana.http.challenges")

  func add(_ exchange: OngoingExchange, _ task: URLSessionTask) {
    lock.withLock { exchanges[task.taskIdentifier] = exchange }
  }

  @discardableResult
  func remove(_ task: URLSessionTask) -> OngoingExchange? {
    lock.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }
  }

  private func exchange(of task: URLSessionTask) -> OngoingExchange? {
    lock.withLock { exchanges[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse, let exchange = exchange(of: dataTask) {
      exchange.hasHead = true
      exchange.tell(.head(HTTPHead(response)))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if !data.isEmpty { exchange(of: dataTask)?.tell(.body(data)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend total: Int64
  ) {
    exchange(of: task)?.tell(.sent(Int(totalBytesSent), of: total > 0 ? Int(total) : nil))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = remove(task) else { return }
    // On Linux, the session does not report the response of a redirect without a target.
    if error == nil, !exchange.hasHead, let response = task.response as? HTTPURLResponse {
      exchange.tell(.head(HTTPHead(response)))
    }
    exchange.end(error.map { httpError(of: $0, from: exchange.host) })
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let isOfServer =
      challenge.protectionSpace.authenticationMethod == "NSURLAuthenticationMethodServerTrust"
    // Answered on another queue: on this thread, `URLSession` on Linux ends the process. Without an
    // answer, the task never ends.
    answers.async {
      completionHandler(isOfServer ? .performDefaultHandling : .rejectProtectionSpace, nil)
    }
  }
}

extension HTTPHead {
  fileprivate init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { HTTPField($0, .plain("\(value)")) }
    }
    let length = response.expectedContentLength
    self.init(
      status: response.statusCode, headers: HTTPFields(fields.sorted { $0.name < $1.name }),
      length: length >= 0 ? Int(length) : nil)
  }
}
