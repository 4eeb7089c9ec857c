import KatanaConsole
import KatanaRuntime

struct Book: Codable, Equatable, Identifiable {
  let id: Int
  var title: String
  var year: Int?
  var isRead = false

  /// The line that shows the book.
  var text: String {
    let year = year.map { " (\($0))" } ?? ""
    return "\(id)  \(TerminalText.plain(title))\(year)\(isRead ? ", read" : "")"
  }
}
