import Dispatch
import Foundation
import KatanaEffects
import KatanaRuntime
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The transport that uses `URLSession`.
///
/// On Linux, the functions of `URLSession` wait for a queue that all sessions of the process share.
/// Its asynchronous functions can deadlock there, and a `cancel` on that queue ends the process. So
/// this transport calls the session on a queue of its own, and receives events through a delegate.
///
/// There, libcurl sends a request again, without asking, if it was sent on a connection that was open
/// already and that the server closes without an answer; one with a body then never ends. The server
/// may have done what the request says. So each request that may change something has a session, and
/// thereby a connection, of its own there.
public final class URLSessionTransport: HTTPTransport {
  /// The transport of the process. Its session is never invalidated.
  public static let shared = URLSessionTransport()

  private let session: URLSession
  private let delegate: ExchangeDelegate
  private let queue = DispatchQueue(label: "katana.http.session")

  private init() {
    #if canImport(FoundationNetworking)
      // libcurl reads the variables for each request. They are changed before the first one, because
      // `URLSession` has no setting for them here.
      if let exceptions = proxyExceptions(in: ProcessInfo.processInfo.environment) {
        setenv("no_proxy", exceptions, 1)
      }
    #endif
    (session, delegate) = makeSession()
  }

  /// Starts an exchange on the session, and returns at once.
  public func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask {
    let ongoing = OngoingExchange(host: exchange.host, receive)
    queue.async { [self] in
      // An exchange that was cancelled before this point does not create a task, so that many
      // cancellations in a row cost little.
      if ongoing.isGone.load(ordering: .acquiring) { return }
      let (session, delegate) = exchange.needsOwnConnection ? makeSession() : (session, delegate)
      let task = session.task(for: exchange)
      ongoing.task = task
      delegate.add(ongoing, task)
      task.resume()
      // It ends when its only task has ended.
      if exchange.needsOwnConnection { session.finishTasksAndInvalidate() }
    }
    return HTTPTransportTask { [self] in
      if ongoing.isGone.exchange(true, ordering: .acquiringAndReleasing) { return }
      queue.async { [self] in
        guard let task = ongoing.task else { return }
        // The delegate of another session may have the task's number for another exchange. What it
        // tells this one has no effect any more.
        if !exchange.needsOwnConnection { delegate.remove(task) }
        task.cancel()
        ongoing.task = nil
      }
    }
  }
}

/// An exchange that was started.
final class OngoingExchange: @unchecked Sendable {
  // Sendable, because `task` is used only on the transport's queue, and `hasHead` only in the
  // callbacks of the session, which run one at a time.
  let host: String
  let isGone = Atomic<Bool>(false)
  private let receive: @Sendable (HTTPTransportEvent) -> Void
  var task: URLSessionTask?
  var hasHead = false

  init(host: String, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void) {
    (self.host, self.receive) = (host, receive)
  }

  /// Passes on the last event. A cancellation after this has no effect.
  func end(_ error: HTTPError?) {
    if !isGone.exchange(true, ordering: .acquiringAndReleasing) { receive(.ended(error)) }
  }

  func tell(_ event: HTTPTransportEvent) {
    if !isGone.load(ordering: .acquiring) { receive(event) }
  }
}

/// Returns the value of the variable `no_proxy` with which no server of this machine is asked through
/// a proxy; `nil` if there is no proxy, or no server is asked through it. Pure.
func proxyExceptions(in environment: [String: String]) -> String? {
  if !hasProxy(in: environment) { return nil }
  // An empty variable counts as one that is not set, as for curl.
  let exceptions =
    ["no_proxy", "NO_PROXY"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  if exceptions == "*" { return nil }
  return ([exceptions].filter { !$0.isEmpty } + ["localhost", "127.0.0.1", "127.0.0.0/8", "::1"])
    .joined(separator: ",")
}

private func hasProxy(in environment: [String: String]) -> Bool {
  ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    .contains { !environment[$0, default: ""].isEmpty }
}

/// Whether the environment of the process names a proxy.
let environmentHasProxy = hasProxy(in: ProcessInfo.processInfo.environment)

private func delegateQueue() -> OperationQueue {
  #if canImport(FoundationNetworking)
    InlineQueue()
  #else
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  #endif
}

func sessionConfiguration() -> URLSessionConfiguration {
  let configuration = URLSessionConfiguration.default
  configuration.httpCookieStorage = nil
  configuration.httpShouldSetCookies = false
  // Not only because nothing is cached: on Linux, with a cache, a `cancel` before the cache was asked
  // can end the process.
  configuration.urlCache = nil
  configuration.urlCredentialStorage = nil
  configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
  configuration.httpMaximumConnectionsPerHost = 32
  configuration.timeoutIntervalForRequest = longTime
  return configuration
}

/// Longer than any limit of a request. The timers of the session are not exact, so they must not
/// fire.
private let longTime: TimeInterval = 7 * 24 * 3600

private func makeSession() -> (URLSession, ExchangeDelegate) {
  let delegate = ExchangeDelegate()
  let session = URLSession(
    configuration: sessionConfiguration(), delegate: delegate, delegateQueue: delegateQueue())
  return (session, delegate)
}

extension HTTPExchange {
  /// Whether the request must not be sent on a connection that was used before.
  fileprivate var needsOwnConnection: Bool {
    #if canImport(FoundationNetworking)
      ![.get, .head, HTTPMethod("OPTIONS")].contains(method)
    #else
      false
    #endif
  }
}

extension URLSession {
  fileprivate func task(for exchange: HTTPExchange) -> URLSessionTask {
    var request = URLRequest(
      url: exchange.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: longTime)
    request.httpMethod = exchange.method.name
    request.httpShouldHandleCookies = false
    for field in exchange.headers.fields {
      request.addValue(field.value.revealed, forHTTPHeaderField: field.name)
    }
    #if canImport(FoundationNetworking)
      // On Linux, a compressed response that was cut counts as a success.
      request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    #endif
    switch exchange.body {
    case .none: break
    case .bytes(let data): request.httpBody = data
    case .file(let path): return uploadTask(with: request, fromFile: URL(filePath: path))
    }
    return dataTask(with: request)
  }
}
