import Foundation

/// Runs a test with the path of a file that does not exist yet, in a folder of its own.
func withFile(_ test: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await test(folder.appending(path: "conduit.db").path)
}

/// Returns all bytes of a file.
func bytes(of path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
