import KatanaEffects

/// What becomes of the events of one request, over all its redirects: pure.
struct HTTPTransferState {
  /// What is done with the body of the current answer.
  enum Use: Equatable {
    /// It is the answer to the request.
    case deliver
    /// Its status is not accepted: it is kept in memory, for the error.
    case explain
    /// It belongs to a redirect.
    case ignore
  }

  enum End: Equatable {
    case follow(HTTPExchange)
    case succeed(HTTPHead)
    case fail(HTTPError)
  }

  let request: HTTPRequest
  /// How many bytes of a body are taken; `nil` for any number.
  let limit: Int?
  private(set) var exchange: HTTPExchange
  private(set) var counts = HTTPCounts()
  private(set) var use = Use.ignore
  private var head: HTTPHead?
  private var redirection: HTTPRedirection
  private var next: HTTPRedirection.Decision = .deliver

  /// How many bytes of the body of an error are kept.
  static let explanationLimit = 64 << 10

  /// - Parameter limit: How many bytes of the answer are taken; `nil` for any number.
  init(_ request: HTTPRequest, _ exchange: HTTPExchange, limit: Int?) {
    (self.request, self.exchange, self.limit) = (request, exchange, limit)
    redirection = HTTPRedirection(request.redirects, from: exchange)
  }

  mutating func sent(_ count: Int, of total: Int?) {
    (counts.sent, counts.toSend) = (count, total ?? counts.toSend)
  }

  /// The head of an answer has come. Returns why the request fails, if it does.
  mutating func received(_ head: HTTPHead) -> HTTPError? {
    self.head = head
    counts.received = 0
    next = redirection.next(after: exchange, head)
    switch next {
    case .follow: use = .ignore
    case .fail(let error): return error
    case .deliver: use = request.accepted.contains(head.status) ? .deliver : .explain
    }
    guard use == .deliver, exchange.method != .head else { return nil }
    counts.toReceive = head.length
    return head.length.flatMap { tooLarge($0) }
  }

  /// So many bytes of a body have come. Returns why the request fails, if it does.
  mutating func received(_ count: Int) -> HTTPError? {
    counts.received += count
    // A redirect's body is of no use, but it must not go on for ever either.
    return use == .deliver ? tooLarge(counts.received) : nil
  }

  /// Whether more of an error's body, or of a redirect's, need not be waited for.
  var hasEnough: Bool { use != .deliver && counts.received >= Self.explanationLimit }

  /// The exchange is over; what follows.
  mutating func ended(_ error: HTTPError?) -> End {
    // What an answer says is known, even if its body was cut: it is no use anyway.
    if let error, use == .deliver || head == nil { return .fail(error) }
    guard let head else { return .fail(.connectionLost(exchange.host)) }
    if case .follow(let exchange) = next {
      (self.exchange, self.head, use) = (exchange, nil, .ignore)
      next = .deliver
      return .follow(exchange)
    }
    return .succeed(head)
  }

  private func tooLarge(_ count: Int) -> HTTPError? {
    guard let limit, count > limit else { return nil }
    return .tooLarge(exchange.host, limit: limit)
  }
}
