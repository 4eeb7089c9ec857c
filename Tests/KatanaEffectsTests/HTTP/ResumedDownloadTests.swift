import Dispatch
import Foundation
@testable import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

private struct Nothing: Model {}

extension RealEffects {
  @Suite struct ResumedDownloadTests {
    private let web = Web()
    private let folder = TemporaryFolder()
    private var path: String { folder("file") }

    private func command(_ server: RawServer, _ target: String = "/a") -> DownloadFile {
      DownloadFile(
        .get(server.url + target).reporting(as: 1), to: path, resumes: true,
        Reply(WebMessage.answered))
    }

    private func download(
      _ server: RawServer, _ target: String = "/a"
    ) async -> Outcome<HTTPResponse, HTTPError>? {
      let run = web.run(command(server, target))
      let message = await web.recorder.next(as: WebMessage.self)
      await run.ended()
      guard case .answered(let outcome)? = message else { return nil }
      return outcome
    }

    /// Downloads the beginning of the file of a server, and pauses there.
    private func pause(_ server: RawServer, isEncoded: Bool = false) async {
      let run = await begin(server, isEncoded: isEncoded)
      run.cancel()
      await run.ended()
      await queueIsIdle()
    }

    /// Starts a download, and waits until its first bytes have been written.
    private func begin(_ server: RawServer, isEncoded: Bool = false) async -> RecordedRun {
      let watching = web.watchProgress(of: 1)
      let run = web.run(command(server))
      // The first report is that of the head, unless the size is not known. The next one waits for
      // its time, beside the time limit of the request.
      _ = await web.recorder.next()
      if isEncoded {
        watching.stop()
        return run
      }
      await web.clock.waitUntilScheduled(2)
      web.clock.advance(by: .milliseconds(50))
      _ = await web.recorder.next()
      watching.stop()
      return run
    }

    /// Waits until the client has handled all cancellations so far.
    private func queueIsIdle() async {
      await withCheckedContinuation { done in web.client.queue.async { done.resume() } }
    }

    @Test func aPausedDownloadAsksForTheRest() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      folder.write("old", to: "file")
      await pause(server)
      #expect(folder.names == [".file.part", ".file.part.json", "file"])
      #expect(folder.read(".file.part") == "012345")
      #expect(folder.read("file") == "old")

      file.state.withLock { $0.endsAfter = nil }
      let response = try await download(server)?.get()
      #expect(server.requests.last?["Range"] == "bytes=5-")
      #expect(server.requests.last?["If-Range"] == "\"1\"")
      #expect(response?.status == 206)
      #expect(response?.size == 10)
      #expect(folder.read("file") == "0123456789")
      #expect(folder.names == ["file"])
    }

    @Test func progressBeginsAtWhatIsThere() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      file.state.withLock { $0.endsAfter = 1 }
      let watching = web.watchProgress(of: 1)
      let run = web.run(command(server))
      await web.recorder.expect(WebMessage.progressed(HTTPCounts(received: 5, toReceive: 10)))
      run.cancel()
      await run.ended()
      watching.stop()
      await watching.ended()
    }

    /// The file beside a part may be written by others.
    @Test func aVersionThatIsNoHeaderIsNotAskedFor() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      let source = try #require(folder.read(".file.part.json"))
      #expect(source.contains(#"\"1\""#))
      folder.write(
        source.replacingOccurrences(of: #"\"1\""#, with: #"\"1\"\r\nX: 1"#), to: ".file.part.json")
      file.state.withLock { $0.endsAfter = nil }
      #expect(try await download(server)?.get().status == 200)
      #expect(server.requests.last?["Range"] == nil)
      #expect(folder.read("file") == "0123456789")
    }

    @Test func aDownloadThatFailedGoesOnToo() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 4, isCut: true)
      let server = file.server()
      defer { server.stop() }
      #expect(await download(server)?.error?.adding(nil) == .bodyCut(server.host))
      file.state.withLock { $0.endsAfter = nil }
      #expect(try await download(server)?.get().status == 206)
      #expect(folder.read("file") == "0123456789")
    }

    @Test func anErrorOfTheServerKeepsThePart() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 4)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      file.state.withLock { $0.answer = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n" }
      guard case .failure(.statusUnexpected)? = await download(server) else {
        Issue.record("no failure")
        return
      }
      #expect(folder.read(".file.part") == "0123")
    }

    @Test func anotherVersionBeginsAnew() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      file.state.withLock { ($0.body, $0.version) = ("abcdefgh", "\"2\"") }
      await pause(server)
      #expect(folder.read(".file.part") == "abcdef")
      file.state.withLock { $0.endsAfter = nil }
      #expect(try await download(server)?.get().size == 8)
      #expect(server.requests.last?["If-Range"] == "\"2\"")
      #expect(folder.read("file") == "abcdefgh")
      #expect(folder.names == ["file"])
    }

    @Test func anotherAddressBeginsAnew() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      file.state.withLock { $0.endsAfter = nil }
      #expect(try await download(server, "/a?page=2")?.get().status == 200)
      #expect(server.requests.last?["Range"] == nil)
      #expect(folder.names == ["file"])
    }

    @Test(
      arguments: [
        [:], ["ETag": "W/\"1\""],
        [
          "Last-Modified": "Sun, 22 Nov 2026 09:30:05 GMT", "Date": "Sun, 22 Nov 2026 09:30:05 GMT",
        ],
        ["Last-Modified": "Sun, 22 Nov 2026 09:30:05 GMT"],
      ] as [[String: String]]) func withoutAVersionNothingIsKept(_ headers: [String: String]) async
    {
      let file = ServedFile("0123456789", version: nil, endsAfter: 6)
      file.state.withLock { $0.headers = headers }
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      #expect(folder.names == [])
    }

    /// What is written is decoded, but the server would count the bytes of the encoded body.
    @Test func nothingIsKeptOfABodyThatWasCompressedOnTheWay() async {
      // The beginning of a gzip file with one block, which is not compressed, of ten bytes.
      let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1, 10, 0, 245, 255]
      let server = RawServer { _, connection in
        connection.send(
          "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Encoding: gzip\r\nContent-Length: 33\r\n\r\n")
        connection.send(Data(gzip + Array("012345".utf8)))
        connection.waitForEnd()
      }
      defer { server.stop() }
      await pause(server, isEncoded: true)
      #expect(server.requests.last?["Accept-Encoding"] == "identity")
      #expect(folder.names == [])
    }

    @Test func aNewVersionWithoutANameRemovesTheOldPart() async {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      file.state.withLock { ($0.body, $0.version) = ("abcdefghij", nil) }
      await pause(server)
      #expect(folder.names == [])
    }

    @Test func theTimeOfTheLastChangeIsAVersion() async throws {
      let file = ServedFile("0123456789", version: nil, endsAfter: 6)
      let time = "Sun, 22 Nov 2026 09:30:04 GMT"
      file.state.withLock {
        $0.headers = ["Last-Modified": time, "Date": "Sun, 22 Nov 2026 09:30:05 GMT"]
      }
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      file.state.withLock { $0.endsAfter = nil }
      _ = await download(server)
      #expect(server.requests.last?["If-Range"] == time)
      #expect(folder.read("file") == "0123456789")
    }

    @Test(arguments: [
      "206 Partial\r\nContent-Range: bytes 4-9/10", "206 Partial\r\nContent-Range: bytes 5-8/10",
      "206 Partial\r\nContent-Range: bytes 5-x/10", "206 Partial\r\nContent-Range: bytes 5-9/*",
      "206 Partial\r\nContent-Range: 5-9/10",
      "206 Partial\r\nContent-Range: bytes 5-9/10\r\nContent-Encoding: gzip", "206 Partial",
      // A server that ignores `If-Range`.
      "206 Partial\r\nContent-Range: bytes 5-9/10\r\nETag: \"2\"",
      "416 Not Satisfiable\r\nContent-Range: bytes */3",
    ]) func aWrongPartIsAnErrorAndTheNextDownloadBeginsAnew(_ head: String) async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      file.state.withLock {
        $0.endsAfter = nil
        $0.answer = "HTTP/1.1 \(head)\r\nContent-Length: 5\r\n\r\nvwxyz"
      }
      let outcome = await download(server)
      #expect(outcome == .failure(.partUnexpected(server.host)))
      #expect(folder.names == [])

      file.state.withLock { $0.answer = nil }
      #expect(try await download(server)?.get().status == 200)
      #expect(folder.read("file") == "0123456789")
    }

    /// The rest is shorter than its `Content-Range` says, and nothing else says where it ends.
    @Test(arguments: ["", "Content-Length: 2\r\n"])
    func aRestThatEndsTooEarlyReplacesNothing(_ length: String) async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = RawServer { request, connection in
        guard request["Range"] != nil, file.state.withLock({ $0.answer != nil }) else {
          return file.answer(request, connection)
        }
        connection.send("HTTP/1.1 206 Partial\r\nETag: \"1\"\r\n\(length)")
        connection.send("Content-Range: bytes 5-9/10\r\nConnection: close\r\n\r\n56")
        connection.shutDown()
      }
      defer { server.stop() }
      folder.write("old", to: "file")
      await pause(server)
      file.state.withLock { ($0.endsAfter, $0.answer) = (nil, "short") }
      let error = await download(server)?.error?.adding(nil)
      #expect(error == (length.isEmpty ? .bodyCut(server.host) : .partUnexpected(server.host)))
      #expect(folder.read("file") == "old")
      #expect(server.requests.last?["Range"] == "bytes=5-")

      file.state.withLock { $0.answer = nil }
      #expect(try await download(server)?.get().size == 10)
      #expect(folder.read("file") == "0123456789")
      #expect(folder.names == ["file"])
    }

    @Test func anUnwantedPartIsAnError() async throws {
      let file = ServedFile("0123456789", version: "\"1\"")
      file.state.withLock {
        $0.answer = """
          HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-4/10\r\nContent-Length: 5\r\n\r\n01234
          """
      }
      let server = file.server()
      defer { server.stop() }
      #expect(await download(server) == .failure(.partUnexpected(server.host)))
      #expect(folder.names == [])
    }

    @Test(arguments: ["", "{", "{\"address\":1}", String(repeating: "x", count: 100_000)])
    func aDamagedSourceBeginsAnew(_ source: String) async throws {
      let file = ServedFile("0123456789", version: "\"1\"")
      let server = file.server()
      defer { server.stop() }
      folder.write("abcdef", to: ".file.part")
      folder.write(source, to: ".file.part.json")
      #expect(try await download(server)?.get().status == 200)
      #expect(folder.read("file") == "0123456789")
      #expect(folder.names == ["file"])
    }

    @Test func aLinkInPlaceOfThePartIsNotFollowed() async throws {
      let server = ServedFile("0123456789", version: "\"1\"").server()
      defer { server.stop() }
      folder.write("mine", to: "other")
      folder.link(".file.part", to: folder("other"))
      guard
        case .failure(.fileUnwritable(.other(folder(".file.part"), _)))? = await download(server)
      else {
        Issue.record("no failure")
        return
      }
      #expect(folder.read("other") == "mine")
    }

    @Test func ofTwoDownloadsOneKeepsItsPart() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      let first = await begin(server)
      file.state.withLock { $0.endsAfter = nil }
      #expect(try await download(server)?.get().status == 200)
      #expect(folder.read("file") == "0123456789")
      #expect(folder.read(".file.part") == "012345")

      web.recorder.run(
        DiscardDownloadPartInterpreter(client: web.client), DiscardDownloadPart(of: path))
      await queueIsIdle()
      #expect(folder.read(".file.part") == "012345", "it is being written")
      first.cancel()
      web.recorder.run(
        DiscardDownloadPartInterpreter(client: web.client), DiscardDownloadPart(of: path))
      await queueIsIdle()
      #expect(folder.names == ["file"])
    }

    @Test func aDownloadWithARangeOfItsOwnIsNotResumedAndKeepsThePartOfAnother() async throws {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      file.state.withLock {
        $0.answer = """
          HTTP/1.1 206 Partial\r\nContent-Range: bytes 2-4/10\r\nContent-Length: 3\r\n\r\n234
          """
      }
      var ranged = command(server)
      ranged.request.headers["Range"] = "bytes=2-4"
      web.run(ranged)
      guard case .answered(.success(let response))? = await web.recorder.next(as: WebMessage.self)
      else {
        Issue.record("no response")
        return
      }
      #expect(response.status == 206)
      #expect(server.requests.last?["Range"] == "bytes=2-4")
      #expect(folder.read("file") == "234")
      #expect(folder.read(".file.part") == "012345")
      #expect(folder.names == [".file.part", ".file.part.json", "file"])
    }

    /// Looks whether a file exists.
    private struct Look: Command, Equatable { var path: String }

    @Test func whatFollowsADiscardFindsNoPart() async throws {
      folder.write("012345", to: ".file.part")
      let found = Locked<Bool?>(nil)
      let look = Interpreter.command(Look.self) { (command: Look, _: Dispatcher) in
        found.withLock { $0 = FileManager.default.fileExists(atPath: command.path) }
      }
      let runtime = try Runtime(
        Program(
          model: Nothing(), FunctionUpdater(takes: .all) { model, _ in (model, []) },
          commands: [Sequential([DiscardDownloadPart(of: path), Look(path: folder(".file.part"))])]),
        interpreters: [.http(web.client), look])
      let isFree = DispatchSemaphore(value: 0)
      web.client.queue.async { isFree.wait() }
      runtime.start()
      isFree.signal()
      #expect(await runtime.finish().isComplete)
      #expect(found.withLock { $0 } == false)
    }

    @Test func aSizeLimitCountsWhatIsThere() async {
      let file = ServedFile("0123456789", version: "\"1\"", endsAfter: 6)
      let server = file.server()
      defer { server.stop() }
      await pause(server)
      var limited = command(server)
      limited.request.sizeLimit = 9
      web.run(limited)
      guard
        case .answered(.failure(let error))? = await web.recorder.next(as: WebMessage.self)
      else {
        Issue.record("no failure")
        return
      }
      #expect(error.adding(nil) == .tooLarge(server.host, limit: 9))
    }

    /// Cuts connections at random positions, and sometimes changes the file on the server.
    @Test func afterRandomCutsTheFileIsAVersionOfTheServer() async throws {
      var generator = SplitMix(state: 15)
      let file = ServedFile("", version: nil)
      let server = file.server()
      defer { server.stop() }
      var resumed = 0
      for round in 0..<100 {
        var number = 0
        func change() {
          number += 1
          let letter = String(UnicodeScalar(UInt8(97 + number % 26)))
          let size = Int.random(in: 0...5_000, using: &generator)
          file.state.withLock {
            $0.body = String(repeating: letter, count: size) + "\(round)"
            $0.version = "\"\(round)-\(number)\""
          }
        }
        change()
        while true {
          if Int.random(in: 0..<8, using: &generator) == 0 { change() }
          let end = Int.random(in: 0...4_000, using: &generator)
          file.state.withLock { ($0.endsAfter, $0.isCut) = (end, true) }
          guard case .success(let response)? = await download(server) else { continue }
          if response.status == 206 { resumed += 1 }
          break
        }
        #expect(folder.read("file") == file.state.withLock { $0.body })
        #expect(folder.names == ["file"])
      }
      #expect(resumed > 30)
    }
  }
}

/// A file of a server, whose answers can be cut.
private final class ServedFile: Sendable {
  struct State {
    var body: String
    var version: String?
    var headers: [String: String] = [:]
    /// The number of bytes after which an answer ends early; `nil` to send all.
    var endsAfter: Int?
    /// Whether the connection is then closed. Otherwise, it stays open until the client closes it.
    var isCut: Bool
    /// The whole answer, if it is not that of a file.
    var answer: String?
  }

  let state: Locked<State>

  init(_ body: String, version: String?, endsAfter: Int? = nil, isCut: Bool = false) {
    state = Locked(State(body: body, version: version, endsAfter: endsAfter, isCut: isCut))
  }

  func server() -> RawServer { RawServer(answer) }

  @Sendable func answer(_ request: RawRequest, _ connection: RawConnection) {
    let state = state.withLock { $0 }
    if let answer = state.answer {
      connection.send(answer)
      return
    }
    let bytes = Array(state.body.utf8)
    let isSame = [state.version, state.headers["Last-Modified"]].contains(request["If-Range"])
    let start = request["Range"].flatMap { isSame ? Int($0.dropFirst(6).dropLast()) : nil }
    let rest = bytes[(start ?? 0)...]
    var head = start == nil ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial\r\n"
    if let start {
      head += "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\n"
    }
    if let version = state.version { head += "ETag: \(version)\r\n" }
    for (name, value) in state.headers { head += "\(name): \(value)\r\n" }
    connection.send(head + "Content-Length: \(rest.count)\r\n\r\n")
    connection.send(Data(rest.prefix(state.endsAfter ?? .max)))
    guard let end = state.endsAfter, end < rest.count else { return }
    if state.isCut { connection.shutDown() } else { connection.waitForEnd() }
  }
}
