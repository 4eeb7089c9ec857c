import Foundation
import KatanaEffects
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct ServerSentEventParserTests {
    private func events(_ text: String) -> [ServerSentEvent] {
      var parser = ServerSentEventParser()
      return parser.feed(text.utf8)
    }

    @Test func aMessageEndsWithAnEmptyLine() {
      #expect(events("data: a\n\ndata:b\n\ndata: c\n") == [.init(data: "a"), .init(data: "b")])
    }

    @Test func linesOfDataAreJoined() {
      #expect(events("data: a\ndata\ndata:  b\n\n") == [.init(data: "a\n\n b")])
    }

    /// This shows the content. That the time grows with the size only, no test shows.
    @Test func anEventMayHaveManyLines() {
      let lines = (0..<80_000).map { "line \($0)" }
      let text = lines.map { "data: \($0)\n" }.joined() + "\n"
      #expect(events(text) == [.init(data: lines.joined(separator: "\n"))])
    }

    @Test func namesAndIDs() {
      #expect(
        events("event: x\nid: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: 2\0\ndata: d\n\n")
          == [
            .init(name: "x", data: "a", lastID: "1"), .init(data: "b", lastID: "1"),
            .init(data: "c"), .init(data: "d"),
          ])
    }

    @Test func commentsUnknownFieldsAndEventsWithoutDataAreIgnored() {
      #expect(events(": hello\nfoo: bar\nevent: x\n\n\n\ndata: a\n\n") == [.init(data: "a")])
    }

    @Test func anIDCountsWithoutDataToo() {
      var parser = ServerSentEventParser()
      #expect(parser.feed("id: 5\n".utf8).isEmpty)
      #expect(parser.lastID.isEmpty)
      #expect(parser.feed("\n".utf8).isEmpty)
      #expect(parser.lastID == "5")
    }

    /// In Swift, a combining accent forms one `Character` with the colon or the blank before it.
    @Test func anAccentAfterAColonOrABlankBelongsToTheValue() {
      #expect(events("data:\u{301}a\n\n") == [.init(data: "\u{301}a")])
      #expect(events("data: \u{301}a\n\n") == [.init(data: "\u{301}a")])
    }

    @Test func theServerMaySetTheTimeOfTheNextAttempt() {
      var parser = ServerSentEventParser()
      _ = parser.feed("retry: 250\nretry: 1x\nretry: -1\nretry:\n".utf8)
      #expect(parser.retry == .milliseconds(250))
    }

    /// A text with all three line ends, a byte order mark and multibyte letters, cut at every
    /// place.
    @Test func howTheBytesAreCutDoesNotMatter() {
      let text = "\u{FEFF}data: ä\r\ndata: 🙂\r\revent: x\ndata: b\r\n\r\nid: 1\rdata: c\n\n"
      let whole = events(text)
      #expect(whole.map(\.data) == ["ä\n🙂", "b", "c"])
      #expect(whole.map(\.name) == ["message", "x", "message"])
      let bytes = Array(text.utf8)
      for first in 0...bytes.count {
        for second in [first, (first + bytes.count) / 2, bytes.count] {
          var parser = ServerSentEventParser()
          var found = parser.feed(bytes[..<first])
          found += parser.feed(bytes[first..<second])
          found += parser.feed(bytes[second...])
          #expect(found == whole, "cut at \(first) and \(second)")
        }
      }
    }

    @Test func theTimeBeforeTheNextAttemptDoubles() {
      var state = EventStreamState()
      func next() -> EventStreamState.End { state.ended(nil) }
      for seconds in [1, 2, 4, 8, 16, 30, 30] {
        #expect(next() == .retry(after: .seconds(seconds)))
      }
      state.received()
      #expect(next() == .retry(after: .seconds(1)))
      state.retry = .seconds(100)
      #expect(next() == .retry(after: .seconds(100)))
    }

    @Test func noTimeThatAServerSaysIsTooLong() {
      var state = EventStreamState()
      for _ in 0..<20 { _ = state.ended(nil) }
      state.retry = .milliseconds(Int.max)
      #expect(state.ended(nil) == .retry(after: .milliseconds(Int.max)))
    }

    @Test func aServerThatSaysNoTimeAtAllIsNotAskedWithoutPause() {
      var state = EventStreamState()
      state.retry = .zero
      #expect(state.ended(nil) == .retry(after: .zero))
      #expect(state.ended(nil) == .retry(after: .milliseconds(200)))
      #expect(state.ended(nil) == .retry(after: .milliseconds(400)))
      state.received()
      #expect(state.ended(nil) == .retry(after: .zero))
    }

    @Test func whatCannotBecomeBetterIsTheEnd() {
      var state = EventStreamState()
      #expect(state.ended(.statusUnexpected(HTTPResponse(status: 204))) == .stop(nil))
      let gone = HTTPError.statusUnexpected(HTTPResponse(status: 404))
      #expect(state.ended(gone) == .stop(gone))
      let busy = HTTPError.statusUnexpected(HTTPResponse(status: 503))
      #expect(state.ended(busy) == .retry(after: .seconds(1)))
      #expect(state.ended(.connectionRefused("h")) == .retry(after: .seconds(2)))
    }
  }
}
