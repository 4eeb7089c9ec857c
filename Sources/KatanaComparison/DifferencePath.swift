import Katana

/// The path to a part of a value. It is empty for the whole value.
package struct DifferencePath: Sendable {
  /// The path with the ids, keys and positions of elements, such as `.rows[id: 7].title`.
  package private(set) var text = ""
  /// The path without them, for texts that may hold no personal data: `.rows[…].title`.
  package private(set) var withoutIDs = ""

  /// Creates the path to the whole value.
  package init() {}

  private init(text: String, withoutIDs: String) {
    (self.text, self.withoutIDs) = (text, withoutIDs)
  }

  /// Returns the path to a property of the part, such as `.title`.
  func property(_ step: String) -> DifferencePath {
    // A custom mirror may have any labels.
    let step = printableText(step)
    return DifferencePath(text: text + step, withoutIDs: withoutIDs + step)
  }

  /// Returns the path to an element of the part.
  ///
  /// - Parameter name: The id, the key or the position of the element.
  func element(_ name: String) -> DifferencePath {
    DifferencePath(text: "\(text)[\(name)]", withoutIDs: "\(withoutIDs)[…]")
  }
}
