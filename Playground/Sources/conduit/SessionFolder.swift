import Foundation

/// The folder in which the session is saved. The user names it, so it may hold files of others.
struct SessionFolder {
  let path: String

  /// What keeps the session from being saved there; `nil` if nothing is known of it.
  ///
  /// The store sets a file aside that it cannot read. A file of somebody else must stay where it is, so
  /// the store does not get that folder.
  var problem: String? {
    let file = "\(path)/values.json"
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    // Others are refused by the store, and stay too. One that is a pipe must not be read here.
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let data = FileManager.default.contents(atPath: file), !Self.isOfConduit(data)
    else { return nil }
    return "\(file) is not a file of conduit, and stays as it is; the session is not remembered"
  }

  private static func isOfConduit(_ data: Data) -> Bool {
    guard let values = try? JSONDecoder().decode([String: String].self, from: data) else {
      return false
    }
    return values.keys.allSatisfy { $0.hasPrefix("session with ") }
  }
}
