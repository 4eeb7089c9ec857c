/// A random app, and what is done to it: plain data, so that it can be printed and made smaller.
///
/// A message carries the number of a script, which says what the update does; commands and
/// subscriptions send messages of later scripts only, so every program comes to its end.
struct Program: Sendable {
  var isSerial = false
  /// What is sent before the start.
  var early: [Sending] = []
  /// What is sent after it, at moments that the seed of the schedule decides.
  var sendings: [Sending] = []
  var initial: [Expression] = []
  var scripts: [Script] = []
  /// The payloads that a feed of each name may have.
  var feeds: [[FeedPlan]] = []
  /// After how many of the `sendings` the runtime is shut down from the outside.
  var shutdownAfter: Int?
}

/// A message from the outside.
struct Sending: Sendable, CustomStringConvertible {
  var place: Place
  var script: Int
  var description: String { "\(place) does \(script)" }
}

/// A part of the model: the root, a row, or the sheet; a sheet without a number is whichever is there.
enum Place: Hashable, Sendable, CustomStringConvertible {
  case root
  case row(Int)
  case sheet(Int?)

  /// Whether this is the place, or may be: a sheet without a number is every sheet.
  func means(_ place: Place) -> Bool {
    if case (.sheet(nil), .sheet) = (self, place) { true } else { self == place }
  }

  var description: String {
    switch self {
    case .root: "root"
    case .row(let id): "row \(id)"
    case .sheet(let id): "sheet \(id.map(String.init) ?? "")"
    }
  }
}

/// What a message makes the app do.
struct Script: Sendable {
  var changes: [Change] = []
  var commands: [Expression] = []
  /// Whether the parent of a row or sheet removes it when it hears the message.
  var isLast = false
  /// What the first interceptor says; only the first time where it defers.
  var fate = Fate.handled
  /// The script that an observer sends to the root, from inside.
  var echo: Int?
  /// The script that an interceptor sends to the root, from inside.
  var addition: Int?
}

enum Fate: Equatable, Sendable {
  case handled
  case dropped
  case deferred
  case replaced(by: Int)
}

enum Change: Sendable {
  case want([FeedSpec])
  case addRow(Int)
  case removeRow(Int)
  case openSheet(Int)
  case closeSheet
}

/// A command with what is said about it.
indirect enum Expression: Sendable {
  case work(Plan)
  case send(Int)
  case cancel(Int)
  /// Of a row or a sheet, whoever returns it.
  case elsewhere(Place, Expression)
  case cancellable(Int, inFlight: Bool, withConsequences: Bool, Expression)
  case delayed(milliseconds: Int, Expression)
  case inOrder([Expression])
  case queued(Int, Queueing, Expression)
}

enum Queueing: Sendable { case latestWins, firstWins, twoAtMost, keepLatest }

/// What an interpreter does for one command.
struct Plan: Sendable {
  enum Style: Sendable { case now, callback, task }
  enum Step: Sendable {
    case send(Int, toRoot: Bool)
    /// Says that the command has failed.
    case fail(Int)
    case wait(milliseconds: Int)
    case shutDown
  }

  var style: Style
  var steps: [Step]
  var ignoresCancellation = false
  var fails = false
}

/// A declared feed; `payload` chooses one of the program's plans for its name.
struct FeedSpec: Hashable, Sendable, CustomStringConvertible {
  var name: Int
  var payload: Int
  /// The script of the message that it asks for.
  var reply: Int
  var description: String { "feed \(name).\(payload)→\(reply)" }
}

/// What the interpreter of a feed does.
struct FeedPlan: Sendable {
  /// How many events it sends, 10 ms apart.
  var events = 0
  var sendsInStart = false
  var ignoresStop = false
  var takesUpdates = false
  var newestOnly: Int?
  /// The scripts that it sends to the root by another way, from inside.
  var onStart: Int?
  var onStop: Int?
}
