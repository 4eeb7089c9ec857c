import Foundation
import KatanaEffectInterpreters
import KatanaEffects

/// Files and folders in memory. Pure.
struct FileTree: Equatable {
  /// The content of a file.
  struct Content: Equatable {
    var data: Data
    /// A number that changes when another file replaces this one.
    var number: Int
  }

  private enum Node: Equatable {
    case file(Content)
    case folder
  }

  /// The files and folders by the names on their paths; the root has no names.
  private var nodes: [[String]: Node] = [[]: .folder]
  private var lastNumber = 0

  func read(_ path: String, limit: Int) throws(FileError) -> Data {
    guard let data = try content(at: path)?.data else { throw .notFound(path: path) }
    if data.count > limit { throw .tooLarge(path: path, limit: limit) }
    return data
  }

  /// Returns the content of a file, or `nil` if there is none.
  func content(at path: String) throws(FileError) -> Content? {
    try file(at: try names(path), path)
  }

  /// Returns the members of a folder by name: the content of each file, and `nil` for each folder.
  func members(of path: String) throws(FileError) -> [String: Content?] {
    let folder = try names(path)
    try checkFolders(folder, path)
    return nodes.reduce(into: [:]) { members, node in
      guard node.key.count == folder.count + 1, node.key.starts(with: folder) else { return }
      if case .file(let content) = node.value {
        members[node.key[folder.count]] = .some(content)
      } else {
        members[node.key[folder.count]] = .some(nil)
      }
    }
  }

  mutating func write(_ contents: Data, to path: String) throws(FileError) {
    let names = try names(path)
    _ = try file(at: names, path)
    guard nodes[Array(names.dropLast())] != nil else { throw .notFound(path: path) }
    lastNumber += 1
    nodes[names] = .file(Content(data: contents, number: lastNumber))
  }

  /// Writes a new file, and creates the folders of its path.
  mutating func put(_ text: String, at path: String) throws(FileError) {
    let folder = try names(path).dropLast().joined(separator: "/")
    if !folder.isEmpty { try makeFolder(folder) }
    try write(Data(text.utf8), to: path)
  }

  mutating func append(_ contents: Data, to path: String) throws(FileError) {
    guard var content = try content(at: path) else { return try write(contents, to: path) }
    content.data += contents
    nodes[try names(path)] = .file(content)
  }

  mutating func remove(_ path: String) throws(FileError) {
    let names = try names(path)
    if try file(at: names, path) == nil { throw .notFound(path: path) }
    nodes[names] = nil
  }

  func list(_ path: String) throws(FileError) -> [FolderEntry] {
    let folder = try names(path)
    try checkFolders(folder, path)
    let members = nodes.filter { !$0.key.isEmpty && Array($0.key.dropLast()) == folder }
    return members.map { names, node in
      let name = names.last ?? ""
      return switch node {
      case .file(let file): FolderEntry(name: name, kind: .file, size: file.data.count)
      case .folder: FolderEntry(name: name, kind: .folder)
      }
    }.sorted { $0.name < $1.name }
  }

  mutating func makeFolder(_ path: String) throws(FileError) {
    let names = try names(path)
    for end in names.indices {
      let folder = Array(names[...end])
      switch nodes[folder] {
      case .folder: break
      case .file:
        throw end == names.count - 1 ? .alreadyExists(path: path) : .notAFolder(path: path)
      case nil: nodes[folder] = .folder
      }
    }
  }

  private func file(at names: [String], _ path: String) throws(FileError) -> Content? {
    try checkFolders(Array(names.dropLast()), path)
    switch nodes[names] {
    case .file(let content): return content
    case .folder: throw .notARegularFile(path: path)
    case nil: return nil
    }
  }

  private func checkFolders(_ names: [String], _ path: String) throws(FileError) {
    for end in names.indices where nodes[Array(names[...end])] != .folder {
      throw nodes[Array(names[...end])] == nil ? .notFound(path: path) : .notAFolder(path: path)
    }
  }

  private func names(_ path: String) throws(FileError) -> [String] {
    try VirtualPath.names(of: path)
  }
}
