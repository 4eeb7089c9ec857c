/// Values by the id of a run. Pure.
///
/// Ids are numbers that the runtime itself counts up, so an id is its own hash, and nobody can
/// choose ids such that they collide.
struct RunTable<Value> {
  private var table = HashedTable<Value>()

  var count: Int { table.count }
  var isEmpty: Bool { table.isEmpty }

  /// The ids and values, in no order.
  var all: [(key: RunID, value: Value)] {
    table.all.map { (RunID(number: $0.hash), $0.value) }
  }

  /// The values in the order of their ids, which is the order in which the runs began.
  var inOrder: [Value] { all.sorted { $0.key < $1.key }.map(\.value) }

  /// Returns whether a value meets a condition.
  func contains(where condition: (RunID, Value) -> Bool) -> Bool { first(where: condition) != nil }

  /// Returns the id of a value that meets a condition; `nil` if there is none.
  func first(where condition: (RunID, Value) -> Bool) -> RunID? {
    table.first { condition(RunID(number: $0), $1) }.map { RunID(number: $0) }
  }

  // Mutating, as `HashedTable.value(_:where:)`.
  subscript(id: RunID) -> Value? {
    mutating get { table.value(id.number) { _ in true } }
  }

  /// Adds a value, whose id must not be there.
  mutating func insert(_ value: Value, for id: RunID) { table.insert(value, id.number) }

  /// Removes the value of an id and returns it; returns `nil` if it is not there.
  @discardableResult
  mutating func remove(_ id: RunID) -> Value? { table.remove(id.number) { _ in true } }
}
