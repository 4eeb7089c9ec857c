/// What was measured of one row; what is recorded as JSON.
struct RowResult: Codable, Equatable {
  let name: String
  let title: String
  let floor: String
  var repetitions = 0
  /// Of doing the work once.
  var nanoseconds: Sample?
  /// The same as multiples of other rows, repetition by repetition; the floor is among them.
  var times: [String: Sample] = [:]
  var mallocs: Double?
  var instructions: Double?
  var figures: [Figure] = []
  var goals: [GoalResult] = []
}

/// A goal, and whether it was met; `nil` where that could not be measured, or the repetitions do not
/// agree.
struct GoalResult: Codable, Equatable {
  let goal: String
  let limit: Double
  /// Whether it is about time, as nanoseconds or as a multiple of another row.
  let isTime: Bool
  let measured: Double?
  let isMet: Bool?
}

extension RowResult {
  init(of row: Row) {
    self.init(name: row.name, title: row.title, floor: row.floor)
  }

  /// Compares what was measured with what was wanted.
  mutating func judge(_ goals: [Goal]) {
    self.goals = goals.map { goal in
      let measured = value(of: goal.measure)
      let isMet =
        switch goal.measure {
        case .times(let row): times[row]?.isAtMost(goal.limit)
        case .nanoseconds: nanoseconds?.isAtMost(goal.limit)
        case .mallocs, .instructions, .figure: measured.map { $0 <= goal.limit }
        }
      return GoalResult(
        goal: goal.text, limit: goal.limit, isTime: goal.measure.isTime, measured: measured,
        isMet: isMet)
    }
  }

  private func value(of measure: Goal.Measure) -> Double? {
    switch measure {
    case .times(let row): times[row]?.value
    case .nanoseconds: nanoseconds?.value
    // An array that grows now and then is no allocation of each message.
    case .mallocs: mallocs.map { ($0 * 100).rounded() / 100 }
    case .instructions: instructions
    case .figure(let name): figures.first { $0.name == name }?.value
    }
  }
}
