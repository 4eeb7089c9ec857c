import Articles
import Authentication
import ConduitScreen
import Katana
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Synchronization
import Testing

@testable import ConduitApp

/// A session with the screen is recorded as one with lines.
@Suite struct ScreenRecordingTests {
  private static func lines(_ model: ConduitScreenModel) -> [String] {
    conduitView(model).lines(columns: 80, rows: 24)
  }

  @Test func aReplayShowsTheScreensThatWereShown() async throws {
    try await withRecordingFolder { folder in
      let recorder = try Recorder(conduitScreenFormat, in: folder, name: "conduit-screen")
      let runtime = try Runtime(
        Program(
          model: ConduitScreenModel(), conduitScreenFeature, commands: [Send(ReaderMessage.opened)]),
        interpreters: standIns,
        options: RuntimeOptions(eventHandlers: [recorder.eventHandler], clock: ManualClock()))
      runtime.start()
      try await runtime.settle(ReaderMessage.commentChanged(slug: "x", ""))
      var shown = [Self.lines(runtime.model)]
      let session = Session(
        username: "ada", email: Ada.email, bio: nil, image: nil, token: Secret(Ada.token))
      try await runtime.settle(AuthenticationMessage.loggedIn(.success(session)))
      shown.append(Self.lines(runtime.model))

      for page in [1, 2, 1] {
        let filter = ArticleFilter(isFeed: true, page: page)
        try await runtime.settle(ReaderMessage.filterChosen(filter))
        shown.append(Self.lines(runtime.model))
      }
      #expect(Set(shown).count == 5)
      await runtime.shutdown()
      await recorder.close()

      let replay = try Replay(conduitScreenFormat, of: recorder.path)
      let result = try replay.run()
      #expect(result.divergence == nil && result.problem == nil)
      var again: [[String]] = []
      for number in try #require(try replay.recording.messages) {
        again.append(Self.lines(try #require(try replay.model(after: number))))
      }
      // Each screen that was seen comes again, in the same order.
      var rest = again[...]
      for lines in shown {
        let index = try #require(rest.firstIndex(of: lines), "\(lines)")
        rest = rest[index...]
      }
      #expect(again.last == shown.last)
    }
  }
}
