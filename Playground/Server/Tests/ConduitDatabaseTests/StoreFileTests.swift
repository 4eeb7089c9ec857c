import ConduitServer
import Foundation
import Testing

@testable import ConduitDatabase

@Suite struct StoreFileTests {
  @Test func aNewFileHasTheSamplesAndNothingBesideIt() async throws {
    try await withFile { path in
      let file = try StoreFile(path)
      #expect(try file.load() == .sample)
      try file.close()
      let folder = URL(filePath: path).deletingLastPathComponent().path
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["conduit.db"])
    }
  }

  /// The law of the whole: memory and database are the same function of the changes.
  @Test(arguments: 1...4) func whatIsReadIsWhatTheChangesMake(seed: Int) async throws {
    try await withFile { path in
      var random = RandomChanges(seed: UInt64(seed))
      var changes = ServerModel.sampleRows
      var file = try StoreFile(path)
      for round in 1...40 {
        let step = (0..<round % 7 + 1).map { _ in random.next() }
        changes += step
        try file.commit(step)
        #expect(try file.load() == ServerModel(rows: changes))
        guard round % 8 == 0 else { continue }
        try file.close()
        file = try StoreFile(path)
        #expect(try file.load() == ServerModel(rows: changes))
      }
    }
  }

  @Test func aCommitThatFailsChangesNothingAndNothingFollowsItUntilTheStoreIsRead() async throws {
    try await withFile { path in
      let file = try StoreFile(path)
      let added = Change.user(User(id: 10, username: "ada", email: "a@b"))
      // The second one has a name that is taken.
      let taken = Change.user(User(id: 11, username: "ada", email: "b@c"))
      #expect(throws: (any Error).self) { try file.commit([added, taken]) }
      #expect(throws: StorageFailure("an earlier change could not be saved")) {
        try file.commit([added])
      }
      #expect(try file.load() == .sample)
      try file.commit([added])
      #expect(try file.load() == ServerModel(rows: ServerModel.sampleRows + [added]))
    }
  }

  @Test(arguments: [
    Change.user(User(id: 5, username: "demo", email: "new@b.c")),
    .user(User(id: 5, username: "new", email: "Demo@Example.com")),
    .article(
      Article(
        id: 99, slug: "values-first", title: "", description: "", body: "", tags: [],
        createdAt: Date(), updatedAt: Date(), author: 1)),
    .session(SessionID(hash: "h"), 99), .follow(99, by: 1, true), .mark(.favorite, 99, by: 1, true),
    .mark(.bookmark, 99, by: 1, true),
    .comment(Comment(id: 99, article: 99, body: "", createdAt: Date(), author: 1)),
  ]) func theDatabaseKeepsTheKeysByItself(change: Change) async throws {
    try await withFile { path in
      #expect(throws: (any Error).self) { try StoreFile(path).commit([change]) }
    }
  }

  @Test func aStartThatWasKilledLeavesNoHalfFile() async throws {
    try await withFile { path in
      try Data("half".utf8).write(to: URL(filePath: "\(path).new"))
      try Data("half".utf8).write(to: URL(filePath: "\(path).new-wal"))
      let file = try StoreFile(path)
      #expect(try file.load() == .sample)
      #expect(!FileManager.default.fileExists(atPath: "\(path).new"))
      #expect(!FileManager.default.fileExists(atPath: "\(path).new-wal"))
    }
  }

  /// The file and its log are copied while the file is used: this is what a killed process leaves.
  @Test func whatWasCommittedIsThereAfterACrash() async throws {
    try await withFile { path in
      let file = try StoreFile(path)
      var changes = ServerModel.sampleRows
      for id in 10...20 {
        let change = Change.user(User(id: id, username: "\(id)", email: ""))
        changes.append(change)
        try file.commit([change])
        try await withFile { copy in
          for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
          }
          #expect(try StoreFile(copy).load() == ServerModel(rows: changes))
        }
      }
    }
  }
}
