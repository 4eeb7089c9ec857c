/// A command expression as data that can be written down, shrunk, and read by the reference model.
///
/// Times are milliseconds.
indirect enum Expression: Equatable {
  case leaf(Script)
  case send(String)
  case cancel(Name)
  case cancelWaiting(Name)
  case flush(Name)
  case race([Expression])
  case inOrder([Expression])
  case together([Expression], then: String?)
  case cancellable(Expression, Name, cancelInFlight: Bool)
  case queued(Expression, Name, Policy)
  case debounced(Expression, Name, Int)
  case throttled(Expression, Name, Int, Rate)
  case delayed(Expression, Int)
  case timeout(Expression, Int, String?)
  case retried(Expression, Attempts)
  case onFailure(Expression, String)
  /// Its messages are changed on their way, which has no influence on anything else.
  case mapped(Expression)
  /// As a row of the app returns it: its ids do not meet those of other rows.
  case row(Expression, Int)

  enum Name: String, CaseIterable { case a, b }
  enum Policy: Equatable { case latestWins, firstWins, atMost(Int), keepLatest }
  enum Rate: Equatable, CaseIterable { case leading, trailing, leadingAndTrailing }

  struct Attempts: Equatable {
    var count: Int
    var backoff: Int
    var errors: Errors
    enum Errors: Equatable { case all, code(Int), timeouts }
  }

  /// What the interpreter of a leaf does: it sends a word after each pause, then ends.
  struct Script: Equatable, Sendable {
    var name: String
    var pauses: [Int]
    var ending: Ending
    var style = Style.callback
    /// Whether it goes on after it was cancelled, as if nothing had happened.
    var ignoresCancellation = false

    enum Ending: Equatable, Sendable {
      case finishes
      /// For async interpreters only: others cannot.
      case throwsCode(Int)
      /// It says that it has failed, with a word for the app.
      case answersCode(Int)
      case never
    }
    enum Style: Sendable { case callback, async }
  }
}

/// Commands that an app returns at given times.
struct AlgebraProgram: Equatable {
  struct Ask: Equatable {
    var time: Int
    var commands: [Expression]
    /// A row that goes and comes again before.
    var replacing: Int? = nil
  }
  /// In the order of their times.
  var asks: [Ask]
}

/// One thing that can be seen from the outside.
struct Event: Equatable, CustomStringConvertible {
  var time: Int
  var what: What

  enum What: Equatable {
    case started(String)
    case cancelled(String)
    /// By the app, as row 0, or by one of its rows.
    case heard(String, row: Int)
    case reported(Failure)
  }

  var description: String { "\(time): \(what)" }
}

/// Why a leaf or a command failed.
enum Failure: Equatable {
  case code(Int)
  /// The app is told by a word.
  case answered(Int)
  case timedOut

  var isAnswered: Bool { if case .answered = self { true } else { false } }
}

extension Expression {
  /// The expressions directly inside.
  var parts: [Expression] {
    switch self {
    case .leaf, .send, .cancel, .cancelWaiting, .flush: []
    case .inOrder(let parts), .together(let parts, _), .race(let parts): parts
    case .cancellable(let part, _, _), .queued(let part, _, _), .debounced(let part, _, _),
      .throttled(let part, _, _, _), .delayed(let part, _), .timeout(let part, _, _),
      .retried(let part, _), .onFailure(let part, _), .mapped(let part), .row(let part, _):
      [part]
    }
  }

  /// How many expressions it is made of.
  var count: Int { parts.reduce(1) { $0 + $1.count } }
}
