import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaSystem

/// Files and folders in memory. Pure.
struct FileTree: Equatable {
  /// The content of a file.
  struct Content: Equatable {
    var data: Data
    /// A number that changes when another file replaces this one.
    var number: Int
  }

  /// What is at a path.
  enum Node: Equatable {
    case file(Content)
    case folder
  }

  /// The files and folders by the names on their paths; the root has no names.
  private var nodes: [[SystemPath]: Node] = [[]: .folder]
  private var lastNumber = 0

  func read(_ path: String, limit: Int) throws(FileError) -> Data {
    guard let data = try content(at: path)?.data else { throw .notFound(path: path) }
    if data.count > max(limit, 0) { throw .tooLarge(path: path, limit: limit) }
    return data
  }

  /// Returns the content of a file, or `nil` if there is none.
  func content(at path: String) throws(FileError) -> Content? {
    switch try node(at: path) {
    case .file(let content): return content
    case .folder: throw .notARegularFile(path: path)
    case nil: return nil
    }
  }

  /// Returns what is at a path below the root, or `nil` if its folder has no such member.
  func node(at path: String) throws(FileError) -> Node? {
    let names = try VirtualPath.names(of: path)
    if names.isEmpty { throw .notARegularFile(path: path) }
    return try node(at: names, path)
  }

  /// Returns the members of a folder by name: the content of each file, and `nil` for each folder.
  func members(of path: String) throws(FileError) -> [SystemPath: Content?] {
    let folder = try VirtualPath.names(of: path)
    switch try node(at: folder, path) {
    case .file: throw .notAFolder(path: path)
    case nil: throw .notFound(path: path)
    case .folder: break
    }
    return nodes.reduce(into: [:]) { members, node in
      guard let name = node.key.last, node.key.dropLast().elementsEqual(folder) else { return }
      if case .file(let content) = node.value {
        members[name] = .some(content)
      } else {
        members[name] = .some(nil)
      }
    }
  }

  mutating func write(_ contents: Data, to path: String) throws(FileError) {
    _ = try content(at: path)
    lastNumber += 1
    nodes[try VirtualPath.names(of: path)] = .file(Content(data: contents, number: lastNumber))
  }

  /// Writes a new file, and creates the folders of its path.
  mutating func put(_ text: String, at path: String) throws(FileError) {
    let folder = try VirtualPath.names(of: path).dropLast().map(\.text).joined(separator: "/")
    if !folder.isEmpty { try makeFolder(folder) }
    try write(Data(text.utf8), to: path)
  }

  mutating func append(_ contents: Data, to path: String) throws(FileError) {
    guard var content = try content(at: path) else { return try write(contents, to: path) }
    content.data += contents
    nodes[try VirtualPath.names(of: path)] = .file(content)
  }

  mutating func remove(_ path: String) throws(FileError) {
    if try content(at: path) == nil { throw .notFound(path: path) }
    nodes[try VirtualPath.names(of: path)] = nil
  }

  /// Gives a file another name.
  mutating func move(_ path: String, to copy: String) throws(FileError) {
    let data = try read(path, limit: .max)
    do throws(FileError) { try write(data, to: copy) } catch { throw error.naming(path) }
    try remove(path)
  }

  func list(_ path: String) throws(FileError) -> [FolderEntry] {
    try members(of: path).map { name, content in
      content.map { FolderEntry(name: name.text, kind: .file, size: $0.data.count) }
        ?? FolderEntry(name: name.text, kind: .folder)
    }.sortedByName
  }

  mutating func makeFolder(_ path: String) throws(FileError) {
    let names = try VirtualPath.names(of: path)
    for end in names.indices {
      let folder = Array(names[...end])
      switch try node(at: folder, path) {
      case .folder: break
      case .file where end == names.count - 1: throw .alreadyExists(path: path)
      case .file: throw .notAFolder(path: path)
      case nil: nodes[folder] = .folder
      }
    }
  }

  /// Examines the folders on a path one after another, as the system does.
  private func node(at names: [SystemPath], _ path: String) throws(FileError) -> Node? {
    var node: Node? = .folder
    for end in names.indices {
      guard let folder = node else { throw .notFound(path: path) }
      if folder != .folder { throw .notAFolder(path: path) }
      try VirtualPath.checkLength(of: names[end], in: path)
      node = nodes[Array(names[...end])]
    }
    return node
  }
}
