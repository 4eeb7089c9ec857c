import Foundation

/// The sources of a module, from their text alone: what extensions and free functions use of other files
/// is not seen.
struct SourceModule {
  /// The lines of code of each file, by its path in the module.
  private let files: [String: [String]]

  init(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/\(name)")
    var files: [String: [String]] = [:]
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in all! where file.pathExtension == "swift" {
      let path = String(file.path().dropFirst(folder.path().count)).trimming("/")
      files[path] = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map(String.init).filter { !$0.trimming(" ").hasPrefix("//") }
    }
    self.files = files
  }

  /// The folders, and `.` for the files in none.
  var folders: Set<String> { Set(files.keys.map(Self.folder)) }

  /// The files that contain one of some words.
  func files(containing words: [String]) -> Set<String> {
    Set(files.filter { $0.value.contains { line in words.contains(where: line.contains) } }.keys)
  }

  /// For each pair of folders of which the first uses a type of the second: the names of these types.
  var arrows: [Arrow: Set<String>] {
    let places = typePlaces
    var arrows: [Arrow: Set<String>] = [:]
    for (path, lines) in files {
      for word in lines.flatMap({ $0.withoutStrings.identifiers }) {
        guard let place = places[word], Self.folder(place) != Self.folder(path) else { continue }
        arrows[Arrow(from: Self.folder(path), to: Self.folder(place)), default: []].insert(word)
      }
    }
    return arrows
  }

  struct Arrow: Hashable, CustomStringConvertible {
    let from: String
    let to: String
    var description: String { "\(from) → \(to)" }
  }

  /// The file of each type that one file declares, outside of other types.
  private var typePlaces: [String: String] {
    var places: [String: Set<String>] = [:]
    for (path, lines) in files {
      for name in lines.compactMap(\.declaredType) { places[name, default: []].insert(path) }
    }
    return places.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  private static func folder(_ path: String) -> String {
    path.contains("/") ? String(path.prefix { $0 != "/" }) : "."
  }
}

extension String {
  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character })
  }

  /// The words of the line that can be names.
  fileprivate var identifiers: [String] {
    utf8.split { !isPartOfName($0) }.map { String(Substring($0)) }
  }

  /// The type that the line declares outside of other types, unless it is private to the file.
  fileprivate var declaredType: String? {
    if hasPrefix(" ") { return nil }
    let words = identifiers
    let kinds = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    let others = ["extension", "func", "let", "var", "private", "fileprivate", "import"]
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
      !words[..<kind].contains(where: others.contains)
    else { return nil }
    return words[kind + 1]
  }

  /// The line without what stands between quotation marks.
  fileprivate var withoutStrings: String {
    if !contains("\"") { return self }
    let parts = replacing("\\\"", with: "").split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      .joined(separator: "\"")
  }
}

private func isPartOfName(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
  default: false
  }
}
