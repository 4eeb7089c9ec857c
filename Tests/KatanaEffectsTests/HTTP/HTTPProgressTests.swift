import Foundation
@testable import KatanaEffects
import KatanaRuntime
@testable import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct HTTPProgressTests {
    /// An upload whose progress is declared in the step that returns its command.
    struct Photo: Model, Equatable {
      typealias Receives = PhotoMessage
      var url = ""
      var isSending = false
      var counts: [HTTPCounts] = []
      var countsAtTheEnd: Int?
    }

    enum PhotoMessage: Message {
      case sendTapped
      case progressed(HTTPCounts)
      case sent(Outcome<HTTPResponse, HTTPError>)
    }

    struct PhotoUpdater: TypedUpdater {
      func update(model: inout Photo, message: PhotoMessage) -> [any Command] {
        switch message {
        case .sendTapped:
          model.isSending = true
          let body = HTTPBody.bytes(Data(repeating: 1, count: 1_000_000))
          return [Fetch(.put(model.url, body: body).reporting(as: "p"), reply { .sent($0) })]
        case .progressed(let counts): model.counts.append(counts)
        case .sent: model.countsAtTheEnd = model.counts.count
        }
        return []
      }
    }

    struct PhotoSubscriptions: SubscriptionProvider {
      func subscriptions(model: Photo) -> [any Subscription] {
        model.isSending ? [HTTPProgress(of: "p", Reply(PhotoMessage.progressed))] : []
      }
    }

    @Test func countsComeFromTheStepOfTheCommandOnAndTheLastOnesBeforeTheAnswer() async throws {
      let server = RawServer { _, connection in connection.answer(200, "thanks") }
      defer { server.stop() }
      let feature = CombinedUpdater<Photo>([.full(PhotoUpdater()), .full(PhotoSubscriptions())])
      let runtime = try Runtime(
        Program(model: Photo(url: server.url), feature),
        interpreters: [.http(transport: testedTransport)])
      runtime.start()
      _ = try await runtime.settle(PhotoMessage.sendTapped)
      let model = runtime.model
      let whole = HTTPCounts(sent: 1_000_000, toSend: 1_000_000, received: 6, toReceive: 6)
      #expect(model.counts.last == whole)
      #expect(model.countsAtTheEnd == model.counts.count)
      await runtime.shutdown()
    }

    @Test func whoComesLaterGetsTheNewestCounts() async {
      let web = Web()
      let report = web.client.progress.report(for: EffectID("a"), clock: web.clock)
      report.update(HTTPCounts(received: 5))
      let watching = web.watchProgress(of: "a")
      await web.recorder.expect(WebMessage.progressed(HTTPCounts(received: 5)))
      watching.stop()
      report.update(HTTPCounts(received: 6))
      await watching.ended()
      web.recorder.expectNoMore()
    }

    @Test func otherRequestsAreNotReported() async {
      let web = Web()
      let watching = web.watchProgress(of: 7)
      web.client.progress.report(for: EffectID("7"), clock: web.clock)
        .update(HTTPCounts(received: 1))
      web.client.progress.report(for: EffectID(7), clock: web.clock)
        .update(HTTPCounts(received: 2))
      await web.recorder.expect(WebMessage.progressed(HTTPCounts(received: 2)))
      watching.stop()
      await watching.ended()
      web.recorder.expectNoMore()
    }

    @Test func countsComeAtMostEveryFiftyMilliseconds() {
      var pace = ProgressPace()
      #expect(pace.wait(at: .zero) == .zero)
      #expect(pace.wait(at: .milliseconds(10)) == .milliseconds(40))
      #expect(pace.wait(at: .milliseconds(20)) == nil)
      pace.caughtUp(at: .milliseconds(50))
      #expect(pace.wait(at: .milliseconds(99)) == .milliseconds(1))
      pace.caughtUp(at: .milliseconds(100))
      #expect(pace.wait(at: .milliseconds(150)) == .zero)
      // A clock may show any time.
      pace.caughtUp(at: Duration(attoseconds: .min))
      #expect(pace.wait(at: Duration(attoseconds: .max)) == .zero)
    }

    @Test func theNewestOfManyCountsComesLater() async {
      let web = Web()
      let watching = web.watchProgress(of: "a")
      let report = web.client.progress.report(for: EffectID("a"), clock: web.clock)
      for count in 1...9 { report.update(HTTPCounts(received: count)) }
      await web.recorder.expect(WebMessage.progressed(HTTPCounts(received: 1)))
      #expect(web.clock.scheduledTimes == [.milliseconds(50)])
      web.clock.advance(by: .milliseconds(50))
      await web.recorder.expect(WebMessage.progressed(HTTPCounts(received: 9)))
      report.update(HTTPCounts(received: 10))
      report.abandon()
      #expect(web.clock.scheduledCount == 0)
      watching.stop()
      await watching.ended()
      web.recorder.expectNoMore()
    }
  }
}
