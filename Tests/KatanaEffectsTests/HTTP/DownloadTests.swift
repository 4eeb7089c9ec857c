import Foundation
@testable import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite final class DownloadTests {
    private let web = Web()
    private let folder = NSTemporaryDirectory() + "katana-\(UUID().uuidString)"
    private var path: String { "\(folder)/file" }

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var names: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
    }

    private func download(_ url: String, to path: String? = nil) async -> WebMessage? {
      let command = DownloadFile(.get(url), to: path ?? self.path, Reply(WebMessage.answered))
      let run = web.run(command)
      let message = await web.recorder.next(as: WebMessage.self)
      await run.ended()
      return message
    }

    @Test func theBodyGoesToTheFile() async throws {
      let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
        connection.send(bytes)
      }
      defer { server.stop() }
      try Data("old".utf8).write(to: URL(filePath: path))
      guard case .answered(.success(let response))? = await download(server.url) else {
        Issue.record("no success")
        return
      }
      #expect(response.size == bytes.count)
      #expect(response.body.isEmpty)
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
      #expect(names == ["file"])
    }

    @Test func afterAFailureTheFileIsAsItWas() async throws {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        connection.shutDown()
      }
      defer { server.stop() }
      try Data("old".utf8).write(to: URL(filePath: path))
      guard case .answered(.failure(let error))? = await download(server.url) else {
        Issue.record("no failure")
        return
      }
      #expect(error.adding(nil) == .bodyCut(server.host))
      #expect(error.response?.status == 200)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
      #expect(names == ["file"])
    }

    @Test func afterACancellationTheDraftIsRemoved() async throws {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        connection.waitForEnd()
      }
      defer { server.stop() }
      let watching = web.watchProgress(of: 1)
      let run = web.run(
        DownloadFile(.get(server.url).reporting(as: 1), to: path, Reply(WebMessage.answered)))
      // The first piece has been written when its progress is reported.
      _ = await web.recorder.next()
      #expect(names.count == 1 && names[0].hasSuffix(".draft"), "\(names)")
      run.cancel()
      await run.ended()
      // The queue of the client handles the cancellation before this action.
      await withCheckedContinuation { done in web.client.queue.async { done.resume() } }
      #expect(names.isEmpty)
      watching.stop()
      await watching.ended()
    }

    @Test func aFolderThatIsMissingIsAnError() async {
      let server = RawServer { _, connection in connection.answer(200, "hello") }
      defer { server.stop() }
      let path = "\(folder)/missing/file"
      #expect(
        await download(server.url, to: path)
          == .answered(.failure(.fileUnwritable(.notFound(path: path)))))
    }

    @Test func anEmptyBodyIsAnEmptyFile() async throws {
      let server = RawServer { _, connection in connection.answer(200, "") }
      defer { server.stop() }
      _ = await download(server.url)
      #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
      #expect(names == ["file"])
    }

    @Test func anUnexpectedStatusLeavesTheFileAlone() async throws {
      let server = RawServer { _, connection in connection.answer(404, "not here") }
      defer { server.stop() }
      guard case .answered(.failure(let error))? = await download(server.url) else {
        Issue.record("no failure")
        return
      }
      #expect(error.response?.text == "not here")
      #expect(names.isEmpty)
    }

    /// The ends of the connection say less than the answer does.
    @Test(arguments: [
      "HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-9/10\r\n",
      "HTTP/1.0 200 OK\r\nContent-Length: 10\r\n",
    ])
    func anAnswerThatIsShorterThanItSaysReplacesNothing(_ head: String) async throws {
      let server = RawServer { _, connection in
        connection.send("\(head)Connection: close\r\n\r\nhalf")
        connection.shutDown()
      }
      defer { server.stop() }
      try Data("old".utf8).write(to: URL(filePath: path))
      for command: any HTTPCommand in [
        DownloadFile(.get(server.url), to: path, Reply(WebMessage.answered)),
        Fetch(.get(server.url), Reply(WebMessage.answered)),
      ] {
        web.run(command)
        guard case .answered(.failure(let error))? = await web.recorder.next(as: WebMessage.self)
        else {
          Issue.record("no failure")
          continue
        }
        #expect(error.adding(nil) == .bodyCut(server.host))
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
      #expect(names == ["file"])
    }

    @Test func aPartWhoseSizesDifferReplacesNothing() async throws {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-9/10\r\n")
        connection.send("Content-Length: 4\r\n\r\nhalf")
      }
      defer { server.stop() }
      try Data("old".utf8).write(to: URL(filePath: path))
      #expect(
        await download(server.url) == .answered(.failure(.partUnexpected(server.host))))
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
      #expect(names == ["file"])
    }

    /// An answer that has no content by its status is not an empty file.
    @Test(arguments: [204, 304], [false, true])
    func anAnswerWithoutContentReplacesNothing(_ status: Int, _ resumes: Bool) async throws {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 \(status) Text\r\nETag: \"1\"\r\n\r\n")
      }
      defer { server.stop() }
      try Data("old".utf8).write(to: URL(filePath: path))
      let request = HTTPRequest.get(server.url).accepting(200...304)
      web.run(DownloadFile(request, to: path, resumes: resumes, Reply(WebMessage.answered)))
      guard case .answered(.success(let response))? = await web.recorder.next(as: WebMessage.self)
      else {
        Issue.record("no success")
        return
      }
      #expect(response.status == status)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
      #expect(names == ["file"])
    }
  }
}
