import ConduitServer
import ConduitServerInterpreters
import Foundation
import GRDB
import Katana
import Testing

@testable import ConduitDatabase

/// The server with its database, without sockets.
@Suite struct SavingServerTests {
  /// A server with a file, and a client that is logged in.
  private struct Saving {
    let file: StoreFile
    let server: Server
    var token: Secret<String>?

    init(_ path: String, now: @escaping @Sendable () -> Date = { Date() }) throws {
      file = try StoreFile(path)
      server = try Server(try file.load(), storage: file.interpreters, now: now)
    }

    mutating func logIn() async throws {
      let answer = await send(
        "POST", "users/login",
        #"{"user":{"email":"demo@example.com","password":"demo-password"}}"#)
      let text = String(decoding: answer.body, as: UTF8.self)
      token = Secret(String(try #require(text.firstMatch(of: /"token":"([0-9a-f]+)"/)).1))
    }

    @discardableResult
    func send(_ method: String, _ path: String, _ body: String = "") async -> EncodedResponse {
      let head = RequestHead(
        method, "/api/\(path)", authorization: token.map { Secret("Token \($0.revealed)") })
      return await server.answer(head) { Data(body.utf8) }
    }

    func publish(_ title: String, body: String = "B") async -> EncodedResponse {
      await send(
        "POST", "articles",
        #"{"article":{"title":"\#(title)","description":"D","body":"\#(body)","tagList":["x"]}}"#)
    }

    func stop() async throws {
      await server.stop()
      try file.close()
    }
  }

  @Test func whatWasAcknowledgedIsThereInTheNextProcess() async throws {
    try await withFile { path in
      for number in 1...3 {
        var saving = try Saving(path)
        try await saving.logIn()
        #expect(await saving.publish("N \(number)").status == 201)
        #expect(await saving.send("POST", "articles/n-1/favorite").status == 200)
        for earlier in 1...number {
          #expect(await saving.send("GET", "articles/n-\(earlier)").status == 200)
        }
        #expect(try saving.file.load() == saving.server.model)
        try await saving.stop()
      }
    }
  }

  @Test(arguments: [[0.0, 2, 0], [0, -2, 0], [-2, 2, -2]])
  func theClockMayGoAnywhere(days: [Double]) async throws {
    try await withFile { path in
      for (number, day) in days.enumerated() {
        var saving = try Saving(path, now: { Date() + day * 86_400 })
        try await saving.logIn()
        #expect(await saving.publish("N \(number)").status == 201)
        // A kill: nothing is closed in order, but the lock ends.
        try saving.file.close()
        await saving.server.stop()
      }
      let saving = try Saving(path)
      for number in days.indices {
        #expect(await saving.send("GET", "articles/n-\(number)").status == 200)
      }
      try await saving.stop()
    }
  }

  @Test func aRestartShowsTheSameMilliseconds() async throws {
    try await withFile { path in
      var shown: [String: Data] = [:]
      for round in 1...5 {
        let date = Date(timeIntervalSince1970: .random(in: 1e9...2e9))
        var saving = try Saving(path, now: { date })
        try await saving.logIn()
        shown["n-\(round)"] = await saving.publish("N \(round)").body
        for (slug, body) in shown {
          #expect(await saving.send("GET", "articles/\(slug)").body == body)
        }
        try await saving.stop()
      }
    }
  }

  @Test func readingWritesNothing() async throws {
    try await withFile { path in
      var saving = try Saving(path)
      try await saving.logIn()
      let before = try bytes(of: path) + bytes(of: "\(path)-wal")
      for _ in 1...50 {
        for target in [
          "articles", "tags", "articles/feed", "user", "articles/values-first/comments",
        ] {
          #expect(await saving.send("GET", target).status == 200)
        }
      }
      #expect(try bytes(of: path) + bytes(of: "\(path)-wal") == before)
      try await saving.stop()
    }
  }

  @Test func aChangeThatCannotBeSavedIsRefusedAndUndoneAndLaterOnesAreSaved() async throws {
    try await withFile { path in
      var saving = try Saving(path)
      try await saving.logIn()
      let file = saving.file
      func setLimit(_ pages: Int) throws {
        try file.queue.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
      }
      // SQLite takes the size of now where a limit would be smaller.
      try setLimit(1)
      let text = String(repeating: "x", count: 100_000)
      let refused = await saving.publish("Full", body: text)
      #expect(refused.status == 503)
      #expect(
        String(decoding: refused.body, as: UTF8.self)
          == #"{"errors":{"server":["cannot save: database or disk is full"]}}"#)
      #expect(await saving.send("GET", "articles").status == 200)

      try setLimit(1_000_000)
      // Until the store was read again, changes are refused.
      var number = 0
      while await saving.publish("Later", body: text).status == 503, number < 10_000 { number += 1 }
      #expect(number < 10_000)
      #expect(await saving.send("GET", "articles/full").status == 404)
      #expect(await saving.send("GET", "articles/later").status == 200)
      let model = saving.server.model
      #expect(try saving.file.load() == model)
      try await saving.stop()
      let next = try Saving(path)
      #expect(next.server.model == model)
      try await next.stop()
    }
  }

  /// Many at once, of which some fail: nobody is told something that is not so.
  @Test func ofManyChangesAtOnceTheAcknowledgedOnesAreSaved() async throws {
    try await withFile { path in
      var saving = try Saving(path)
      try await saving.logIn()
      let (client, file) = (saving, saving.file)
      try await file.queue.write { db in
        try db.execute(
          sql: """
            CREATE TEMP TRIGGER refuse BEFORE INSERT ON article WHEN new.title LIKE '%3'
            BEGIN SELECT raise(ABORT, 'refused'); END
            """)
      }
      var saved = 0
      try await withThrowingTaskGroup(of: (Int, Int).self) { group in
        for number in 1...200 {
          group.addTask { (number, await client.publish("M \(number)").status) }
        }
        for try await (number, status) in group {
          #expect(status == 503 || status == 201 && number % 10 != 3)
          saved += status == 201 ? 1 : 0
          // The model may be read again at this moment, so the file says what is so.
          let count = try await file.queue.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM article WHERE slug = 'm-\(number)'")
          }
          #expect(count == (status == 201 ? 1 : 0))
        }
      }
      #expect(saved > 0)
      try await saving.stop()
      let next = try Saving(path)
      let list = String(decoding: await next.send("GET", "articles?limit=1").body, as: UTF8.self)
      #expect(list.contains(#""articlesCount":\#(25 + saved)"#))
      try await next.stop()
    }
  }
}
