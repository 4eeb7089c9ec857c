import Foundation
import KatanaEffectInterpreters
import KatanaEffects

/// Files and folders in memory. Pure.
struct FileTree: Equatable {
  private enum Node: Equatable {
    case file(Data)
    case folder
  }

  /// By their names from the root, which is empty.
  private var nodes: [[String]: Node] = [[]: .folder]

  func read(_ path: String, limit: Int) throws(FileError) -> Data {
    let data = try file(at: try names(path), path)
    guard let data else { throw .notFound(path: path) }
    if data.count > limit { throw .tooLarge(path: path, limit: limit) }
    return data
  }

  mutating func write(_ contents: Data, to path: String) throws(FileError) {
    let names = try names(path)
    _ = try file(at: names, path)
    guard nodes[Array(names.dropLast())] != nil else { throw .notFound(path: path) }
    nodes[names] = .file(contents)
  }

  /// Writes a file, and makes the folders on the way.
  mutating func put(_ text: String, at path: String) throws(FileError) {
    let folder = try names(path).dropLast().joined(separator: "/")
    if !folder.isEmpty { try makeFolder(folder) }
    try write(Data(text.utf8), to: path)
  }

  mutating func append(_ contents: Data, to path: String) throws(FileError) {
    let old = try file(at: try names(path), path)
    try write((old ?? Data()) + contents, to: path)
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
      case .file(let data): FolderEntry(name: name, kind: .file, size: data.count)
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
      case .file: throw end == names.count - 1 ? .alreadyExists(path: path) : .notAFolder(path: path)
      case nil: nodes[folder] = .folder
      }
    }
  }

  /// The bytes of a file; `nil` for nothing.
  private func file(at names: [String], _ path: String) throws(FileError) -> Data? {
    try checkFolders(Array(names.dropLast()), path)
    switch nodes[names] {
    case .file(let data): return data
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
