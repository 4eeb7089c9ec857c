import ConduitServer
import ConduitServerInterpreters
import Foundation
import KatanaRecording
import KatanaRuntime
import Testing

@testable import conduit_server

@Suite struct SavedStoreTests {
  /// Runs a test with a folder of its own.
  private func withFolder(_ test: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await test(folder)
  }

  private func server(of saved: SavedStore) throws -> Server {
    try Server(
      saved.model, options: RuntimeOptions(eventHandlers: [saved.recorder.eventHandler]))
  }

  private func register(_ name: String, at server: Server) async -> Int {
    let body = #"{"user":{"username":"\#(name)","email":"\#(name)@b.c","password":"analytical"}}"#
    return await server.answer(RequestHead("POST", "/api/users")) { Data(body.utf8) }.status
  }

  @Test func aNewStoreHasTheSamples() async throws {
    try await withFolder { folder in
      let saved = try SavedStore(folder: folder)
      #expect(saved.model == .sample)
    }
  }

  /// The files are copied while the server runs: this is what a process that is killed leaves.
  @Test func whatWasAcknowledgedIsThereAfterACrash() async throws {
    try await withFolder { folder in
      let saved = try SavedStore(folder: folder)
      let server = try server(of: saved)
      for number in 1...5 {
        #expect(await register("user\(number)", at: server) == 201)
        try await withFolder { copy in
          try FileManager.default.copyItem(atPath: folder, toPath: copy)
          #expect(try SavedStore(folder: copy).model == server.model)
        }
      }
      await server.stop()
      await saved.close()
    }
  }

  @Test func eachProcessGoesOnWithWhatTheOneBeforeHasSaved() async throws {
    try await withFolder { folder in
      for number in 1...3 {
        let saved = try SavedStore(folder: folder)
        let server = try server(of: saved)
        #expect(await register("user\(number)", at: server) == 201)
        #expect(await register("user1", at: server) == 409)
        await server.stop()
        await saved.close()
      }
    }
  }

  @Test func processesThatEndWhileTheyStartLoseNothing() async throws {
    try await withFolder { folder in
      let saved = try SavedStore(folder: folder)
      let server = try server(of: saved)
      #expect(await register("ada", at: server) == 201)
      await server.stop()
      await saved.close()
      // More than the recorder keeps.
      for _ in 1...15 { await (try SavedStore(folder: folder)).close() }
      #expect(try SavedStore(folder: folder).model == server.model)
    }
  }

  @Test func aFolderBelongsToOneStoreAtATime() async throws {
    try await withFolder { folder in
      let saved = try SavedStore(folder: folder)
      #expect(throws: FolderInUse(folder: folder)) { try SavedStore(folder: folder) }
      await saved.close()
      await (try SavedStore(folder: folder)).close()
    }
  }
}
