import KatanaEffects

/// Decides how to handle the events of one request, including its redirects. Pure.
struct HTTPTransferState {
  /// The use of the current response's body.
  enum Use: Equatable {
    /// The body belongs to the response that the command receives.
    case deliver
    /// The response has no body, by its status or by the method of the request.
    case nothing
    /// The status is not accepted. The body is kept in memory for the error.
    case explain
    /// The body belongs to a redirect, and is discarded.
    case ignore
  }

  enum End: Equatable {
    case follow(HTTPExchange)
    case succeed(HTTPHead)
    case fail(HTTPError)
  }

  let request: HTTPRequest
  /// The greatest size of a response's body in bytes; `nil` for no limit.
  let limit: Int?
  private(set) var exchange: HTTPExchange
  private(set) var counts = HTTPCounts()
  private(set) var use = Use.ignore
  private var head: HTTPHead?
  private var redirection: HTTPRedirection
  private var next: HTTPRedirection.Decision = .deliver

  /// The number of bytes that are kept of the body of an error.
  static let explanationLimit = 64 << 10

  /// Creates the state of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - exchange: Its first exchange.
  ///   - limit: The greatest size of the response's body in bytes; `nil` for no limit.
  init(_ request: HTTPRequest, _ exchange: HTTPExchange, limit: Int?) {
    (self.request, self.exchange, self.limit) = (request, exchange, limit)
    redirection = HTTPRedirection(of: request, from: exchange)
  }

  mutating func sent(_ count: Int, of total: Int?) {
    (counts.sent, counts.toSend) = (count, total ?? counts.toSend)
  }

  /// Handles the head of a response. Returns the error if the request fails.
  mutating func received(_ head: HTTPHead) -> HTTPError? {
    self.head = head
    counts.received = 0
    next = redirection.next(after: exchange, head)
    switch next {
    case .follow: use = .ignore
    case .fail(let error): return error
    case .deliver where !request.accepted.contains(head.status): use = .explain
    case .deliver: use = exchange.method.hasBody(with: head.status) ? .deliver : .nothing
    }
    guard use == .deliver else { return nil }
    counts.toReceive = head.sizes.first
    if Set(head.sizes).count > 1 { return .partUnexpected(exchange.host) }
    return counts.toReceive.flatMap { tooLarge($0) }
  }

  /// Adds the bytes of the body that an earlier request has received. Returns the error if the
  /// request fails.
  mutating func kept(_ count: Int) -> HTTPError? {
    counts.received += count
    counts.toReceive = counts.toReceive.map { $0 + count }
    return tooLarge(counts.toReceive ?? counts.received)
  }

  /// Handles a number of bytes of a body. Returns the error if the request fails.
  mutating func received(_ count: Int) -> HTTPError? {
    if use == .nothing { return nil }
    counts.received += count
    // The body of a redirect has no limit here; `hasEnough` ends it.
    if use != .deliver { return nil }
    if let size = counts.toReceive, counts.received > size { return .partUnexpected(exchange.host) }
    return tooLarge(counts.received)
  }

  /// Whether no more bytes of the body are needed.
  var hasEnough: Bool {
    if use == .ignore { return counts.received >= Self.explanationLimit }
    if use == .explain { return counts.received > Self.explanationLimit }
    return request.keepsBeginning && limit.map { counts.received > $0 } ?? false
  }

  /// The head of the response that is neither a redirect nor missing.
  var answer: HTTPHead? { use == .ignore ? nil : head }

  /// Ends the exchange, and returns what to do next.
  mutating func ended(_ error: HTTPError?) -> End {
    // If the body is not needed, the head is enough, even if the body was cut.
    if let error, use == .deliver || head == nil {
      if case .connectionLost(let host) = error, head != nil { return .fail(.bodyCut(host)) }
      return .fail(error)
    }
    // The end of a connection says less than the head does: without a `Content-Length`, it ends each body.
    if use == .deliver, !hasEnough, let size = counts.toReceive, counts.received < size {
      return .fail(.bodyCut(exchange.host))
    }
    guard let head else { return .fail(.connectionLost(exchange.host)) }
    if case .follow(let exchange) = next {
      (self.exchange, self.head, use) = (exchange, nil, .ignore)
      next = .deliver
      return .follow(exchange)
    }
    return .succeed(head)
  }

  private func tooLarge(_ count: Int) -> HTTPError? {
    guard let limit, count > limit, !request.keepsBeginning else { return nil }
    return .tooLarge(exchange.host, limit: limit)
  }
}
