import Foundation
import KatanaEffectInterpreters
import Testing

/// A way in which a server misbehaves, and what a person reads then.
struct Misbehavior: Sendable, CustomTestStringConvertible {
  /// Where the request goes.
  enum Address: Sendable { case server, encrypted, unusedPort, host(String) }

  let name: String
  var address = Address.server
  /// Whether the clock goes on to the time limit when the server has the request.
  var takesTooLong = false
  /// Whether this ends a process that uses `URLSession` on Linux, which no program can prevent. It is
  /// tried with SwiftNIO only.
  var isFatalOnURLSession = false
  /// What the server does when it has the request.
  let answer: @Sendable (RawConnection) -> Void
  /// The lines after `tags`, and after `publish`.
  let reading: [String]
  let publishing: [String]

  var testDescription: String { name }
}

/// A way after which nothing is known: only for `publish` it matters, and is said.
private func inDoubt(
  _ name: String, _ line: String, onNIO other: String? = nil, takesTooLong: Bool = false,
  isFatalOnURLSession: Bool = false,
  _ answer: @escaping @Sendable (RawConnection) -> Void
) -> Misbehavior {
  let line = testedTransport is URLSessionTransport ? line : other ?? line
  return Misbehavior(
    name: name, takesTooLong: takesTooLong, isFatalOnURLSession: isFatalOnURLSession,
    answer: answer, reading: ["error: \(line)"],
    publishing: ["error: \(line); it may have been done"])
}

/// A request of which nothing was sent.
private func unsent(
  _ name: String, _ address: Misbehavior.Address, _ line: String
) -> Misbehavior {
  Misbehavior(
    name: name, address: address, answer: { $0.waitForEnd() }, reading: ["error: \(line)"],
    publishing: ["error: \(line)"])
}

/// An answer with a status that is no success.
private func refused(
  _ name: String, _ status: Int, _ body: String = "", headers: [String] = [],
  type: String = "application/json", _ lines: String..., isInDoubt: Bool = false
) -> Misbehavior {
  let lines = lines.map { "error: \($0)" }
  return Misbehavior(
    name: "\(status): \(name)",
    answer: { $0.answer(status, body, headers: headers, type: type) }, reading: lines,
    publishing: isInDoubt
      ? lines.dropLast() + lines.suffix(1).map { $0 + "; it may have been done" } : lines)
}

/// An answer with the status of a success that is not what was asked for.
private func unusable(
  _ name: String, _ body: String, type: String = "application/json", _ line: String
) -> Misbehavior {
  inDoubt(name, line) { $0.answer(200, body, type: type) }
}

/// An answer in which something is wrong with one key, for both requests.
private func wrongKey(_ name: String, tags: String, article: String, _ problem: [String])
  -> Misbehavior
{
  let beginning = "error: the server's answer could not be understood:"
  return Misbehavior(
    name: name,
    answer: {
      $0.answer(200, #"{"tags":\#(tags),"article":\#(article)}"#, type: "application/json")
    },
    reading: ["\(beginning) \(problem[0])"],
    publishing: ["\(beginning) \(problem[1]); it may have been done"])
}

private let head = "HTTP/1.1 200 OK\r\n"
private let broke = "the connection broke"
private let notHTTP = "the connection broke, because the server does not speak HTTP"
private let strange = "the server's answer could not be understood"

extension Misbehavior {
  /// Sends a text and closes the connection.
  private static func sending(_ text: String) -> @Sendable (RawConnection) -> Void {
    {
      $0.send(text)
      $0.shutDown()
    }
  }

  private static func sendingThenReset(_ text: String) -> @Sendable (RawConnection) -> Void {
    {
      $0.send(text)
      $0.reset()
    }
  }

  private static func sendingThenSilent(_ text: String) -> @Sendable (RawConnection) -> Void {
    {
      $0.send(text)
      $0.waitForEnd()
    }
  }

  private static func sendingWithoutEnd(
    _ beginning: String, _ piece: String
  ) -> @Sendable (RawConnection) -> Void {
    {
      $0.send(beginning)
      while $0.send(piece) {}
    }
  }

  static let ofConnections: [Misbehavior] = [
    unsent(
      "nobody listens", .unusedPort, "cannot reach http://127.0.0.1:PORT; is the server running?"),
    unsent(
      "no such host", .host("http://nobody.invalid"),
      "cannot reach http://nobody.invalid; its name is not known; is it right, and are you online?"),
    unsent(
      "a port that there is not", .host("http://127.0.0.1:99999"),
      "cannot reach http://127.0.0.1:PORT; the address cannot be used"),
    unsent(
      "encryption with a port that has none", .encrypted,
      "cannot reach https://127.0.0.1:PORT; no encrypted connection could be made; does it need "
        + "http:// or another port?"),

    inDoubt("closed without an answer", broke) { $0.shutDown() },
    inDoubt("reset without an answer", broke) { $0.reset() },
    inDoubt("a head that is cut", broke, isFatalOnURLSession: true, sending(head + "Content-Le")),
    inDoubt("the beginning of a head, cut at once", broke, sending("HT")),
    inDoubt("a greeting of SSH", notHTTP, sending("SSH-2.0-OpenSSH_9.2\r\n")),
    inDoubt("bytes of TLS", notHTTP) {
      $0.send(Data([0x15, 3, 1, 0, 2, 2, 22]))
      $0.shutDown()
    },
    inDoubt("a header that is none", notHTTP, sending(head + "no colon\r\n\r\nx")),
    inDoubt(
      "a body that is shorter than it says", broke, sending(head + "Content-Length: 20\r\n\r\n{}")),
    inDoubt(
      "a body that is reset", broke, sendingThenReset(head + "Content-Length: 20\r\n\r\n{}")),
    inDoubt(
      "chunks that break off", broke,
      sending(head + "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"ta")),
    inDoubt(
      "a chunk without a size", notHTTP,
      sendingThenSilent(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n")),
    inDoubt("only the promise to go on", broke, sending("HTTP/1.1 100 Continue\r\n\r\n")),

    inDoubt(
      "fields after chunks, as HTTP allows them", "\(strange): it has another form",
      isFatalOnURLSession: true,
      sending(head + "Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\nX: y\r\n\r\n")),
    inDoubt(
      "gzip that is none", broke, onNIO: "\(strange): it is not JSON",
      sending(head + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd")),

    inDoubt(
      "silence", "the server did not answer within 10 seconds", takesTooLong: true,
      sendingThenSilent("")),
    inDoubt(
      "a byte now and then", "the server did not answer within 10 seconds", takesTooLong: true,
      sendingThenSilent(head + "Content-Length: 20\r\n\r\n{")),
    inDoubt(
      "a head without an end", "the server's answer is too large; the limit is 80 KiB",
      isFatalOnURLSession: true,
      sendingWithoutEnd(head, "X: y\r\n")),
    inDoubt(
      "a header without an end", "the server's answer is too large; the limit is 100 KiB",
      onNIO: "the server's answer is too large; the limit is 80 KiB",
      sendingWithoutEnd(head + "X: ", String(repeating: "y", count: 1 << 16))),
    inDoubt(
      "a body without an end", "the server's answer is too large; the limit is 16 MiB",
      sendingWithoutEnd(head + "\r\n", String(repeating: " ", count: 1 << 20))),
  ]

  static let ofAnswers: [Misbehavior] = [
    unusable("nothing", "", "the server's answer is empty"),
    unusable("null", "null", "\(strange): it has another form"),
    unusable("a list", "[]", "\(strange): it has another form"),
    unusable("a text", #""hello""#, "\(strange): it has another form"),
    unusable("half of the JSON", #"{"tags":["a","#, "\(strange): it is not JSON"),
    unusable("two values", "{}{}", "\(strange): it is not JSON"),
    unusable("a text that is none", "\u{0}\u{1}", "\(strange): it is not JSON"),
    unusable(
      "a page of a network", "<html>log in</html>", type: "text/html",
      "the server answered with a web page; does the network want you to log in?"),
    unusable(
      "a page that says that it is JSON", "\n<!DOCTYPE html><p>hello",
      "the server answered with a web page; does the network want you to log in?"),
    wrongKey(
      "another type", tags: #"{"a":1}"#, article: "[]",
      ["tags has another form", "article has another form"]),
    wrongKey(
      "null", tags: "null", article: "null", ["tags has another form", "article has another form"]),
    wrongKey(
      "another type within", tags: #"["a",1]"#, article: #"{"slug":7}"#,
      ["tags[1] has another form", "article.slug has another form"]),
    wrongKey(
      "a missing field", tags: #"["a",null]"#, article: "{}",
      ["tags[1] has another form", "article.slug is missing"]),
    Misbehavior(
      name: "a missing key", answer: { $0.answer(200, "{}", type: "application/json") },
      reading: ["error: \(strange): tags is missing"],
      publishing: ["error: \(strange): article is missing; it may have been done"]),
    Misbehavior(
      name: "errors with a status of success",
      answer: { $0.answer(200, #"{"errors":{"title":["is rude"]}}"#, type: "application/json") },
      reading: [
        "error: title is rude", "error: the server reports an error, with a status of success",
      ],
      publishing: [
        "error: title is rude",
        "error: the server reports an error, with a status of success; it may have been done",
      ]),
  ]

  private static func json(_ name: String, _ body: String, _ line: String) -> Misbehavior {
    refused(name, 422, body, line)
  }

  static let ofErrors: [Misbehavior] = [
    json("lists", #"{"errors":{"title":["is rude"]}}"#, "title is rude"),
    json("texts", #"{"errors":{"title":"is rude"}}"#, "title is rude"),
    json("a list", #"{"errors":["it is rude"]}"#, "it is rude"),
    json("one text", #"{"errors":"it is rude"}"#, "it is rude"),
    json(
      "a list of objects", #"{"errors":[{"field":"title","message":"is rude"}]}"#, "title is rude"),
    json("nested", #"{"errors":{"article":{"title":["is rude"]}}}"#, "article.title is rude"),
    json(
      "nested lists of objects", #"{"errors":{"title":[{"code":7,"message":"is rude"}]}}"#,
      "title is rude"),
    json(
      "a field that is called so", #"{"errors":{"description":"is rude"}}"#, "description is rude"),
    json("null among them", #"{"errors":{"body":null,"title":["is rude",""]}}"#, "title is rude"),
    refused(
      "a number among them", 422, #"{"errors":{"code":12,"title":["is rude",3]}}"#, "code 12",
      "title is rude", "title 3"),
    json("one message", #"{"message":"it is rude"}"#, "it is rude"),
    json("one error", #"{"error":"it is rude"}"#, "it is rude"),
    json(
      "an error with a message", #"{"error":{"code":422,"message":"it is rude"}}"#, "it is rude"),
    json("a detail", #"{"detail":"it is rude"}"#, "it is rude"),
    refused(
      "details of FastAPI", 422,
      #"{"detail":[{"loc":["body","article","title"],"msg":"is rude","type":"x"},"#
        + #"{"loc":["query","limit"],"msg":"is large","type":"y"}]}"#,
      "article.title is rude", "limit is large"),
    json(
      "a problem of RFC 9457",
      #"{"type":"about:blank","title":"Rude","status":422,"detail":"The title is rude."}"#,
      "The title is rude."),
    json(
      "a problem with its fields",
      ##"{"title":"Rude","errors":[{"detail":"is rude","pointer":"#/article/title"}]}"##,
      "article.title is rude"),
    json("a problem with a title only", #"{"title":"Rude","status":422}"#, "Rude"),
    json("fields without a key", #"{"title":["is rude"],"status":422}"#, "title is rude"),
    refused("a plain text", 422, "It is rude.\n", type: "text/plain", "It is rude."),
    refused("nothing", 422, "", "the server found something invalid"),
    refused("other JSON", 422, #"{"a":1}"#, "the server found something invalid"),

    refused("no reason", 400, "", "the server gave an unexpected answer (status 400)"),
    refused("a reason", 400, #"{"errors":{"limit":["is odd"]}}"#, "limit is odd"),
    refused("a page", 403, "<html>", type: "text/html", "you may not do that"),
    refused("a page", 404, "<html>", type: "text/html", "not found"),
    refused(
      "a page", 500, "<html>", type: "text/html", "the server failed (status 500)",
      isInDoubt: true),
    refused(
      "a reason", 500, #"{"message":"the disk is full"}"#, "the disk is full",
      "the server failed (status 500)", isInDoubt: true),
    refused("a gateway", 502, "", "the server failed (status 502)", isInDoubt: true),
    refused("not built in", 501, "", "the server failed (status 501)"),
    refused("taken", 409, #"{"errors":{"title":["is taken"]}}"#, "title is taken"),
    refused("a teapot", 418, "", "the server gave an unexpected answer (status 418)"),
    refused("too many", 429, "", "the server is busy (status 429); try again later"),
    refused(
      "too many, with a time", 429, #"{"message":"slowly"}"#, headers: ["Retry-After: 30"],
      "slowly; try again in 30 seconds"),
    refused(
      "a pause, with a date", 503, "",
      headers: [
        "Date: Fri, 27 Nov 2026 02:00:00 GMT", "Retry-After: Fri, 27 Nov 2026 02:01:00 GMT",
      ],
      "the server is busy (status 503); try again in 60 seconds"),
    refused(
      "a proxy", 407, "", headers: ["Proxy-Authenticate: Basic realm=\"x\""],
      "cannot reach http://127.0.0.1:PORT; the proxy did not pass the request on: it wants a "
        + "password (status 407)"),
  ]

  private static func redirect(_ name: String, _ target: String, _ line: String) -> Misbehavior {
    refused(name, 307, "", headers: ["Location: \(target)"], line)
  }

  static let ofRedirects: [Misbehavior] = [
    redirect(
      "another path", "/v2/tags",
      "the server redirects to http://127.0.0.1:PORT/v2/tags (status 307); if you trust it, use "
        + "--server"),
    redirect(
      "another host, with secrets", "https://ada:pw@b.example/x?token=t0k3n#y",
      "the server redirects to https://b.example/x (status 307); if you trust it, use --server"),
    redirect(
      "another scheme", "file:///etc/passwd",
      "the server redirects to an address that cannot be used (status 307)"),
    refused(
      "nowhere", 302, "", "the server gave an unexpected answer (status 302)"),
  ]

  private static func text(_ name: String, _ text: String, _ line: String) -> Misbehavior {
    json(name, #"{"errors":{"title":["\#(text)"]}}"#, line)
  }

  static let ofTexts: [Misbehavior] = [
    text("escape sequences", #"is \u001b[31mrude\u001b]0;x\u0007"#, "title is rude"),
    text("lines", #"is\nrude\r\nand\ttwo"#, "title is rude and two"),
    text("bidirectional marks", #"is \u202erude\u2066"#, "title is rude"),
    text(
      "300 characters", String(repeating: "x", count: 300),
      "title " + String(repeating: "x", count: 300)),
    text("Japanese", "は空です", "title は空です"),
    text("emoji that are joined", "👩‍👩‍👧", "title 👩‍👩‍👧"),
  ]

  private static func fine(_ name: String, type: String = "application/json", _ body: String)
    -> Misbehavior
  {
    Misbehavior(
      name: name, answer: { $0.answer(200, body, type: type) }, reading: ["done"],
      publishing: ["done"])
  }

  private static let good = #""tags":["a"],"article":{"slug":"a"}"#

  /// Ways that were thought of by trying to deceive a person.
  static let ofAttackers: [Misbehavior] = [
    fine("duplicate keys, of which the first counts", #"{\#(good),"tags":1,"article":1}"#),
    fine("another content type", type: "text/plain", "{\(good)}"),
    fine("a byte order mark", "\u{FEFF}{\(good)}"),
    refused(
      "a status that there is not", 999, "", "the server failed (status 999)", isInDoubt: true),
    refused("not modified", 304, "", "the server gave an unexpected answer (status 304)"),
    Misbehavior(
      name: "no content", answer: sending("HTTP/1.1 204 No Content\r\n\r\n"),
      reading: ["error: the server's answer is empty"],
      publishing: ["error: the server's answer is empty; it may have been done"]),
    inDoubt(
      "another protocol", broke,
      sending("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc")),
    text(
      "a text without an end", String(repeating: "x", count: 100_000),
      "title " + String(repeating: "x", count: 494) + "…"),
    json(
      "a field with escape sequences", #"{"errors":{"\u001b[2Jtitle":["is rude"]}}"#,
      "title is rude"),
    json(
      "errors within 10,000 lists",
      #"{"errors":"# + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        + "}", "the server found something invalid"),
    refused(
      "a pause of a million years", 503, "", headers: ["Retry-After: 31536000000000"],
      "the server is busy (status 503); try again in more than a day"),
    refused(
      "a pause that is none", 503, "", headers: ["Retry-After: 0"],
      "the server is busy (status 503); try again"),
    refused(
      "a pause before now", 429, "", headers: ["Retry-After: -5"],
      "the server is busy (status 429); try again later"),
    redirect(
      "an address without an end", "http://b.example/" + String(repeating: "x", count: 10_000),
      "the server redirects to an address that cannot be used (status 307)"),
    redirect(
      "a script", "javascript:alert(1)",
      "the server redirects to an address that cannot be used (status 307)"),
    refused(
      "a text that looks like a success", 403, #"{"message":"done\rpublished x"}"#,
      "done published x"),
  ]

  static let all =
    ofConnections + ofAnswers + ofErrors + ofRedirects + ofTexts + ofAttackers
}
