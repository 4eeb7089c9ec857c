import Foundation

/// A file of the package, by its path from the top.
func readSource(_ path: String, from file: String = #filePath) throws -> String {
  let top = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return try String(contentsOf: top.appending(path: path), encoding: .utf8)
}
