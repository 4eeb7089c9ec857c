import KatanaConsole
import KatanaRuntime

/// A row of the list.
struct Book: Model, Codable, Equatable, Identifiable {
  typealias Receives = BookMessage

  enum Stars: Codable, Equatable { case unknown, asked, known(Double) }

  let id: Int
  var title: String
  var year: Int?
  var isRead = false
  var stars = Stars.unknown

  /// The line that shows the book.
  var text: String {
    let year = year.map { " (\($0))" } ?? ""
    let rating =
      switch stars {
      case .unknown: ""
      case .asked: ", asking"
      case .known(let number): ", \(number) stars"
      }
    return "\(id)  \(TerminalText.plain(title))\(year)\(rating)\(isRead ? ", read" : "")"
  }
}
