import Foundation

/// The copy of the package in which the sources are rewritten.
///
/// Files that have not changed are not written again, so that the next build is short.
struct Workspace {
  let folder: URL
  private let root: URL
  private static let top = [
    "Package.swift", "README.md", "LICENSE", "Sources", "Tests", "Docs", "Playground/Package.swift",
    "Playground/Sources", "Playground/Tests",
  ]

  init(root: URL, scratch: URL) throws {
    self.root = root
    folder = scratch
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    guard manifest.contains("name: \"Katana\"") else {
      throw Failure("Run it from the root of the repository, where Katana's Package.swift is.")
    }
  }

  /// Makes the copy equal to the repository, but for the files that are given, which are rewritten
  /// or new: their texts by their paths.
  func write(_ rewritten: [String: String]) throws {
    var texts = rewritten
    // A mutant may make code that is never executed, which is a warning.
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    texts["Package.swift"] =
      manifest
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains(".treatAllWarnings") }
      .joined(separator: "\n")
    var wanted = Set(texts.keys)
    for path in try Self.top.flatMap(paths) {
      wanted.insert(path)
      if texts[path] == nil { try copy(path) }
    }
    for (path, text) in texts { try replace(path, Data(text.utf8)) }
    for path in try Self.top.flatMap({ try paths($0, in: folder) }) where !wanted.contains(path) {
      try FileManager.default.removeItem(at: folder.appending(path: path))
    }
  }

  private func paths(_ path: String) throws -> [String] { try paths(path, in: root) }

  /// The files and symbolic links at a path.
  private func paths(_ path: String, in place: URL) throws -> [String] {
    let all = FileManager.default
    var isFolder: ObjCBool = false
    let url = place.appending(path: path)
    guard all.fileExists(atPath: url.path(), isDirectory: &isFolder) else { return [] }
    if !isFolder.boolValue { return [path] }
    return try all.subpathsOfDirectory(atPath: url.path())
      .map { "\(path)/\($0)" }
      .filter { candidate in
        let type = try? all.attributesOfItem(atPath: place.appending(path: candidate).path())[.type]
        return type as? FileAttributeType != .typeDirectory
      }
  }

  private func copy(_ path: String) throws {
    let source = root.appending(path: path).path()
    if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: source) {
      let target = folder.appending(path: path)
      let old = try? FileManager.default.destinationOfSymbolicLink(atPath: target.path())
      if old == link { return }
      try makeFolder(of: target)
      try FileManager.default.createSymbolicLink(
        atPath: target.path(), withDestinationPath: link)
    } else {
      try replace(path, Data(contentsOf: root.appending(path: path)))
    }
  }

  private func replace(_ path: String, _ data: Data) throws {
    let target = folder.appending(path: path)
    if let old = try? Data(contentsOf: target), old == data { return }
    try makeFolder(of: target)
    try data.write(to: target)
  }

  private func makeFolder(of file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  /// The text of a source file as it is in the repository.
  func source(_ file: String) throws -> String {
    try String(contentsOf: root.appending(path: "Sources/\(file)"), encoding: .utf8)
  }
}
