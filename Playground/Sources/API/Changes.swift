/// What the server has changed for the user, in order.
///
/// A list may be older than a change that was answered while the list was loading. So a load carries
/// the number of changes of its time, and those that came since are applied to what it brings.
public struct Changes<Change> {
  /// The changes, oldest first.
  public private(set) var all: [Change]

  /// Creates a record; by default, without changes.
  public init(all: [Change] = []) { self.all = all }

  /// The number of changes.
  public var count: Int { all.count }

  /// Adds a change.
  public mutating func append(_ change: Change) { all.append(change) }

  /// Returns the changes after the first ones, oldest first.
  public func since(_ count: Int) -> ArraySlice<Change> { all.dropFirst(count) }
}

extension Changes: Equatable where Change: Equatable {}
extension Changes: Codable where Change: Codable {}
extension Changes: Sendable where Change: Sendable {}
