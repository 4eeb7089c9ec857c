import ConduitServer
import GRDB
import Katana
import KatanaTesting
import Testing

@testable import ConduitDatabase

/// The message that articles are found.
private struct Found: Message, Equatable {
  var slugs: Outcome<[String], StorageFailure>
}

@Suite struct FindArticlesTests {
  @Test(arguments: [
    (["FUNCTION", "values"], 20, ["values-first"]), (["no such word"], 20, []), (["%"], 20, []),
    ([], 2, ["bisect-first", "decide-on-a-page"]),
  ])
  func articlesAreFoundByTheirWords(words: [String], limit: Int, slugs: [String]) async throws {
    try await withFile { path in
      let file = try StoreFile(path)
      let recorder = RecordingDispatcher()
      let run = recorder.run(
        FindArticlesInterpreter(file), FindArticles(words, limit: limit, Reply { Found(slugs: $0) })
      )
      await recorder.expect(Found(slugs: .success(slugs)))
      await run.ended()
      try file.close()
    }
  }

  @Test func aQueryThatFailsIsAFailure() async throws {
    try await withFile { path in
      let file = try StoreFile(path)
      try await file.queue.write { db in try db.drop(table: "article") }
      let recorder = RecordingDispatcher()
      let run = recorder.run(
        FindArticlesInterpreter(file), FindArticles(["a"], Reply { Found(slugs: $0) }))
      await recorder.expect(Found(slugs: .failure(StorageFailure("no such table: article"))))
      await run.ended()
    }
  }
}
