import Foundation
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

/// Long tests, which run only on request: `KATANA_HTTP_STRESS=1.0 swift test --filter
/// HTTPStressTests`. The number scales the counts. The tests print their measurements.
private let scale = ProcessInfo.processInfo.environment["KATANA_HTTP_STRESS"].flatMap { Double($0) }

extension RealEffects {
  @Suite(.serialized, .enabled(if: scale != nil, "set KATANA_HTTP_STRESS"))
  struct HTTPStressTests {
    /// Cancels requests before they begin, while they begin, and while their answer comes.
    @Test func cancellationsAtTheWorstMoment() async throws {
      let server = RawServer { _, connection in connection.answer(200, "hello") }
      let client = HTTPClient(transport: testedTransport)
      let count = Int(100_000 * (scale ?? 0))
      var generator = SystemRandomNumberGenerator()
      let (ended, alive) = (Locked(0), Locked(0))
      let start = ContinuousClock.now
      for number in 0..<count {
        let token = Token(alive)
        let transfer = HTTPTransfer(
          .get("\(server.url)/\(number)").limited(time: nil), to: MemorySink(), by: client,
          clock: SystemClock()
        ) { _ in withExtendedLifetime(token) { ended.withLock { $0 += 1 } } }
        client.queue.async { transfer.start() }
        spin(
          Int.random(in: 0...200, using: &generator) * Int.random(in: 0...400, using: &generator))
        transfer.cancel()
      }
      let response = try await Web().fetch(.get(server.url))?.get()
      #expect(response?.text == "hello")
      await settled(client)
      let time = ContinuousClock.now - start
      print(
        "\(count) cancellations in \(time); answered before: \(ended.withLock { $0 });",
        "requests seen: \(server.requests.count); alive: \(alive.withLock { $0 })")
      #expect(alive.withLock { $0 } == 0)
      server.stop()
    }

    /// Cancels requests while the session's queue is busy with an endless answer.
    @Test func cancellationsBesideAnEndlessAnswer() async throws {
      let server = RawServer { request, connection in
        guard request.target == "/endless" else { return connection.answer(200, "hello") }
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        while connection.send(Data(repeating: 7, count: 100_000)) {}
      }
      defer { server.stop() }
      let (web, other) = (Web(), Web())
      let endless = HTTPRequest.get("\(server.url)/endless").limited(time: nil, size: .max)
      let path = NSTemporaryDirectory() + UUID().uuidString
      let run = web.run(DownloadFile(endless, to: path, Reply(WebMessage.answered)))
      var generator = SystemRandomNumberGenerator()
      let count = Int(1_000 * (scale ?? 0))
      let start = ContinuousClock.now
      for _ in 0..<count {
        let small = other.run(Fetch(.get(server.url), Reply(WebMessage.answered)))
        spin(Int.random(in: 0...2_000_000, using: &generator))
        small.cancel()
        await small.ended()
      }
      run.cancel()
      await run.ended()
      print("\(count) cancellations beside an endless answer in \(ContinuousClock.now - start)")
    }

    struct Downloads: Model {
      typealias Receives = DownloadsMessage
      var url = ""
      var folder = ""
      var running: Set<Int> = []
      var finished = 0
      var failed = 0
      var cancelled = 0
      var late = 0
    }

    enum DownloadsMessage: Message {
      case begun(Int)
      case cancelled(Int)
      case saved(Int, Outcome<HTTPResponse, HTTPError>)
    }

    struct DownloadsUpdater: TypedUpdater {
      func update(model: inout Downloads, message: DownloadsMessage) -> [any Command] {
        switch message {
        case .begun(let number):
          model.running.insert(number)
          return [
            DownloadFile(
              .get(model.url), to: "\(model.folder)/\(number % 100)",
              Reply { .saved(number, $0) as DownloadsMessage }
            ).cancellable(id: number)
          ]
        case .cancelled(let number):
          guard model.running.remove(number) != nil else { return [] }
          model.cancelled += 1
          return [Cancel(id: number)]
        case .saved(let number, let outcome):
          if model.running.remove(number) == nil { model.late += 1 }
          switch outcome {
          case .success: model.finished += 1
          case .failure: model.failed += 1
          }
          return []
        }
      }
    }

    @Test func downloadsThatAreCancelledAtAnyMomentLeaveNothingBehind() async throws {
      let folder = NSTemporaryDirectory() + "katana-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let body = String(repeating: "x", count: 50_000)
      let server = RawServer { _, connection in connection.answer(200, body) }
      let runtime = try Runtime(
        Program(model: Downloads(url: server.url, folder: folder), DownloadsUpdater()),
        interpreters: [.http()])
      runtime.start()
      let rounds = Int(1_000 * (scale ?? 0))
      var generator = SystemRandomNumberGenerator()
      var before: (descriptors: Int, threads: Int) = (0, 0)
      let start = ContinuousClock.now
      for round in 0..<rounds {
        let numbers = (0..<100).map { round * 100 + $0 }
        for number in numbers { runtime.dispatch(DownloadsMessage.begun(number)) }
        for number in numbers.shuffled(using: &generator).prefix(60) {
          spin(Int.random(in: 0...20_000, using: &generator))
          runtime.dispatch(DownloadsMessage.cancelled(number))
        }
        // All downloads have ended when the model lists none.
        for await model in runtime.models where model.running.isEmpty { break }
        if round == min(20, rounds - 1) { before = (descriptors(), threads()) }
      }
      let model = runtime.model
      print(
        "\(rounds) rounds of 100 downloads in \(ContinuousClock.now - start):",
        "\(model.finished) finished, \(model.failed) failed, \(model.cancelled) cancelled,",
        "\(model.late) late; descriptors \(before.descriptors) → \(descriptors()),",
        "threads \(before.threads) → \(threads()), VmHWM \(peak() >> 20) MiB")
      #expect(model.late == 0 && model.failed == 0)
      await runtime.shutdown()
      server.stop()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!left.contains { $0.hasSuffix(".draft") }, "\(left)")
      #expect(descriptors() < before.descriptors + 80)
    }

    @Test func aLargeDownloadTakesNoMemory() async throws {
      let size = Int(1_000_000_000 * (scale ?? 0))
      let server = RawServer { request, connection in
        if request.target == "/small" { return connection.answer(200, "small") }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
        let piece = Data(repeating: 7, count: 1_000_000)
        for _ in 0..<(size / piece.count) where !connection.send(piece) { return }
      }
      defer { server.stop() }
      let path = NSTemporaryDirectory() + UUID().uuidString
      defer { try? FileManager.default.removeItem(atPath: path) }
      let web = Web()
      let before = peak()
      let start = ContinuousClock.now
      web.run(
        DownloadFile(.get(server.url).limited(time: nil), to: path, Reply(WebMessage.answered)))
      var latencies: [Duration] = []
      let other = Web()
      let isOver = Locked(false)
      async let small: [Duration] = {
        var latencies: [Duration] = []
        while !isOver.withLock({ $0 }) {
          let start = ContinuousClock.now
          let request = HTTPRequest.get("\(server.url)/small").limited(time: nil)
          _ = try await other.fetch(request, within: .seconds(100))?.get()
          latencies.append(ContinuousClock.now - start)
        }
        return latencies
      }()
      let message = await web.recorder.next(as: WebMessage.self, within: .seconds(300))
      let time = ContinuousClock.now - start
      isOver.withLock { $0 = true }
      guard case .answered(.success(let response))? = message else {
        Issue.record("\(String(describing: message))")
        return
      }
      latencies = try await small.sorted()
      print(
        "\(response.size) bytes in \(time); VmHWM \(before >> 20) → \(peak() >> 20) MiB;",
        "\(latencies.count) small requests beside it, longest \(String(describing: latencies.last))"
      )
      #expect(response.size == size)
      #expect(peak() - before < 100 << 20)
    }

    /// Measures the time until the server notices that a download was cancelled.
    @Test func theCancellationOfAFastDownload() async throws {
      let (ends, end) = AsyncStream.makeStream(of: Int.self)
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        let piece = Data(repeating: 7, count: 100_000)
        var count = 0
        while connection.send(piece) { count += 1 }
        end.yield(count)
      }
      defer { server.stop() }
      var iterator = ends.makeAsyncIterator()
      for _ in 0..<5 {
        let web = Web()
        let request = HTTPRequest.get(server.url).limited(time: nil, size: .max).reporting(as: 1)
        let path = NSTemporaryDirectory() + UUID().uuidString
        let watching = web.watchProgress(of: 1)
        let run = web.run(DownloadFile(request, to: path, Reply(WebMessage.answered)))
        _ = await web.recorder.next()
        let start = ContinuousClock.now
        run.cancel()
        await run.ended(within: .seconds(100))
        let told = ContinuousClock.now - start
        let count = await iterator.next() ?? 0
        print("the run ended after \(told), the connection after \(ContinuousClock.now - start),")
        print("  at \(count / 10) MB; VmHWM \(peak() >> 20) MiB")
        watching.stop()
        await watching.ended()
      }
    }
  }
}

/// Counts the tokens that are alive.
private final class Token: Sendable {
  private let alive: Locked<Int>
  init(_ alive: Locked<Int>) {
    self.alive = alive
    alive.withLock { $0 += 1 }
  }
  deinit { alive.withLock { $0 -= 1 } }
}

private func spin(_ count: Int) {
  var value = 0
  for number in 0..<count { value = value &* 31 &+ number }
  if value == 42 { print("42") }
}

/// Waits until the queues of a client have done all their work.
private func settled(_ client: HTTPClient) async {
  for _ in 0..<2 {
    await withCheckedContinuation { done in client.queue.async { done.resume() } }
    await withCheckedContinuation { done in
      client.finishing.async(flags: .barrier) { done.resume() }
    }
  }
}

private func descriptors() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
}

private func threads() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
}

/// The peak of the resident memory, in bytes; 0 if it is unknown.
private func peak() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
  return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
}
