import Foundation
import Katana
import KatanaComparison
import KatanaTesting

/// A small reader of articles, for tests of the texts of comparisons.
struct Reader: Model, Equatable {
  var session = Session()
  var screen = Screen.home
  var rows: [Row] = []
  var lines: [String] = []
  var prices: [String: Int] = [:]
  var tags: Set<String> = []
}

struct Session: Equatable {
  var user = User(name: "ada")
  var password = Secret("hunter2")
  var tokens: [Secret<String>: Int] = [:]
  var seen: Int?
}

struct User: Equatable { var name: String }

enum Screen: Equatable {
  case home
  case article(title: String, page: Int)
}

struct Row: Model, Equatable, Identifiable {
  typealias Receives = RowMessage
  var id: Int
  var title: String
}

/// A model that is compared property by property, because its closure has no `==`.
struct Form: Model {
  var name = "ada"
  var onChange: @Sendable () -> Void = {}
}

struct Save: Command, Equatable { var id: Int }
struct Load: Command, Equatable { var id: Int }
struct Track: Command, Equatable {
  var event: String
  init(_ event: String) { self.event = event }
}
struct LogIn: Command, Equatable {
  var email: String
  var password: Secret<String>
}
enum Account: Command, Equatable {
  case refresh
  case logOut(everywhere: Bool)
}

enum RowMessage: Message, Equatable { case tapped, moved(to: Int) }
enum ReaderMessage: Message, Equatable { case row(RowMessage), closed }

let sentence = (1...60).map { "word\($0)" }.joined(separator: " ")

/// The text of `modelText` for a reader and its changed copy.
func text(of expected: Reader = Reader(), _ change: (inout Reader) -> Void) -> String? {
  var actual = expected
  change(&actual)
  return modelText(expected: expected, actual: actual)
}
