/// What a row should cost at most.
struct Goal {
  enum Measure: Equatable {
    /// As a multiple of another row, both measured in turn.
    case times(String)
    case nanoseconds
    case mallocs
    case instructions
    /// By its name.
    case figure(String)

    var isTime: Bool {
      switch self {
      case .times, .nanoseconds: true
      case .mallocs, .instructions, .figure: false
      }
    }
  }

  let measure: Measure
  let limit: Double

  static func times(_ row: String, atMost limit: Double) -> Goal {
    Goal(measure: .times(row), limit: limit)
  }
  static func nanoseconds(atMost limit: Double) -> Goal {
    Goal(measure: .nanoseconds, limit: limit)
  }
  static func mallocs(atMost limit: Double) -> Goal { Goal(measure: .mallocs, limit: limit) }
  static func instructions(atMost limit: Double) -> Goal {
    Goal(measure: .instructions, limit: limit)
  }
  static func figure(_ name: String, atMost limit: Double) -> Goal {
    Goal(measure: .figure(name), limit: limit)
  }

  /// Such as `≤ 4 × F0`.
  var text: String {
    let limit = limit.text
    return switch measure {
    case .times(let row): "≤ \(limit) × \(row)"
    case .nanoseconds: "≤ \(limit) ns"
    case .mallocs: "≤ \(limit) mallocs"
    case .instructions: "≤ \(limit) instructions"
    case .figure(let name): "\(name) ≤ \(limit)"
    }
  }
}

extension Goal {
  /// Whether the goal is about counts, which are the same in each run.
  var isCounted: Bool { measure == .mallocs || measure == .instructions }
}
