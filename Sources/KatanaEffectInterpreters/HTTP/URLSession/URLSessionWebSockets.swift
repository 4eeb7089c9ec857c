import Dispatch
import Foundation
import KatanaEffects
import KatanaRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The WebSocket transport that uses `URLSession`.
///
/// On Linux, each opening fails with `HTTPError.notSupported`, because libcurl there is built without
/// WebSockets.
public final class URLSessionWebSockets: WebSocketTransport {
  /// The transport of the process. Its session is never invalidated.
  public static let shared = URLSessionWebSockets()

  private let session: URLSession
  private let delegate = WebSocketDelegate()
  fileprivate let queue = DispatchQueue(label: "katana.websocket.session")

  private init() {
    session = URLSession(
      configuration: sessionConfiguration(), delegate: delegate, delegateQueue: nil)
  }

  /// Opens a connection on the session, and returns at once.
  public func open(
    _ opening: WebSocketOpening, _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
  ) -> any WebSocketConnection {
    let connection = SessionWebSocket(host: opening.host, queue, receive)
    // On Linux, the functions of `URLSession` wait for a queue that all sessions share.
    queue.async { [self] in
      var request = URLRequest(url: opening.url)
      request.httpShouldHandleCookies = false
      for field in opening.headers.fields {
        request.addValue(field.value.revealed, forHTTPHeaderField: field.name)
      }
      if !opening.protocols.isEmpty {
        request.setValue(
          opening.protocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
      }
      let task = session.webSocketTask(with: request)
      task.maximumMessageSize = opening.sizeLimit
      delegate.add(connection, task)
      connection.begin(task) { [delegate] in delegate.remove(task) }
    }
    return connection
  }
}

/// Passes the events of the session's tasks to their connections.
private final class WebSocketDelegate: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
  // Sendable, because the connections are accessed only while the lock is held.
  private let lock = Lock()
  private var connections: [Int: SessionWebSocket] = [:]

  func add(_ connection: SessionWebSocket, _ task: URLSessionTask) {
    lock.withLock { connections[task.taskIdentifier] = connection }
  }

  func remove(_ task: URLSessionTask) {
    _ = lock.withLock { connections.removeValue(forKey: task.taskIdentifier) }
  }

  private func connection(of task: URLSessionTask) -> SessionWebSocket? {
    lock.withLock { connections[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didOpenWithProtocol name: String?
  ) {
    connection(of: webSocketTask)?.tell(.opened(protocol: name))
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didCloseWith code: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    let reason = String(decoding: reason ?? Data(), as: UTF8.self)
    connection(of: webSocketTask)?.end(
      .closed(code: code == .invalid ? 1005 : code.rawValue, reason: reason))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let connection = connection(of: task) else { return }
    if let response = task.response as? HTTPURLResponse, response.statusCode != 101 {
      // The server has answered as to a usual request.
      let response = HTTPResponse(status: response.statusCode, headers: [:])
      return connection.end(.failed(.statusUnexpected(response)))
    }
    connection.end(
      .failed(
        error.map { webSocketError(of: $0, from: connection.host) }
          ?? .connectionLost(connection.host)))
  }
}

/// Returns the `HTTPError` for an error of a WebSocket of `URLSession`.
func webSocketError(of error: any Error, from host: String) -> HTTPError {
  let text = (error as NSError).localizedDescription
  if text.lowercased().contains("websockets not supported") {
    return .notSupported(
      "WebSockets are not supported by libcurl on this system: give `.http(webSockets:)` another"
        + " transport, or use ServerSentEvents to receive and Fetch to send")
  }
  return httpError(of: error, from: host)
}

/// A connection on the session.
private final class SessionWebSocket: WebSocketConnection, @unchecked Sendable {
  // Sendable, because all variables are used only on the queue.
  let host: String
  private let queue: DispatchQueue
  private var receive: (@Sendable (WebSocketTransportEvent) -> Void)?
  private var task: URLSessionWebSocketTask?
  private var removal: (() -> Void)?
  /// Whether the connection was closed before its task was made.
  private var isClosed = false

  init(
    host: String, _ queue: DispatchQueue,
    _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
  ) {
    (self.host, self.queue, self.receive) = (host, queue, receive)
  }

  /// Starts the task. Called on the queue.
  func begin(_ task: URLSessionWebSocketTask, removal: @escaping () -> Void) {
    if isClosed { return removal() }
    (self.task, self.removal) = (task, removal)
    task.resume()
    listen(to: task)
  }

  func tell(_ event: WebSocketTransportEvent) { queue.async { self.receive?(event) } }

  func end(_ end: WebSocketEnd) {
    queue.async { [self] in
      receive?(.ended(end))
      release()
    }
  }

  private func listen(to task: URLSessionWebSocketTask) {
    task.receive { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(.string(let text)): tell(.received(.text(text)))
      case .success(.data(let data)): tell(.received(.bytes(data)))
      case .success: break
      // The close is told by the delegate, after this.
      case .failure(let error): return failed(error)
      }
      queue.async { if let task = self.task { self.listen(to: task) } }
    }
  }

  private func failed(_ error: any Error) {
    queue.async { [self] in
      if let code = task?.closeCode, code != .invalid { return }
      end(.failed(webSocketError(of: error, from: host)))
    }
  }

  func send(_ content: WebSocketContent, _ sent: @escaping @Sendable (HTTPError?) -> Void) {
    queue.async { [self] in
      guard let task else { return sent(.connectionLost(host)) }
      let message: URLSessionWebSocketTask.Message =
        switch content {
        case .text(let text): .string(text)
        case .bytes(let data): .data(data)
        }
      task.send(message) { [host] error in
        sent(error.map { webSocketError(of: $0, from: host) })
      }
    }
  }

  func ping() {
    queue.async { [self] in
      task?.sendPing { [weak self] error in if error == nil { self?.tell(.pong) } }
    }
  }

  func close(code: Int) {
    queue.async { [self] in
      isClosed = true
      task?.cancel(
        with: URLSessionWebSocketTask.CloseCode(rawValue: code) ?? .goingAway, reason: nil)
      release()
    }
  }

  /// Called on the queue.
  private func release() {
    removal?()
    (receive, task, removal) = (nil, nil, nil)
  }
}
