public import Katana

/// Something about a thing that the user switches on or off, and sees at once: a favourite, a follow.
///
/// ```swift
/// public enum Favorite: Wish {
///   public typealias Answer = Article
///   public static let key = "article"
///   public static func path(_ slug: String) -> [String] { ["articles", slug, "favorite"] }
/// }
/// ```
///
/// The model has ``Wishes``, and the feature the part ``wishes(_:)``. Four laws hold: a wish is shown at
/// once; of several, the last one reaches the server last; a refused one is taken back; and what began to
/// load before an answer does not hide the answer.
public protocol Wish: Sendable {
  /// What the server answers.
  associatedtype Answer: Codable & Equatable & Sendable
  /// The key of the answer, such as `article`.
  static var key: String { get }
  /// Returns the path that is posted to switch the thing with this id on, and deleted to switch it off.
  static func path(_ id: String) -> [String]
}

/// The messages about one kind of wish.
public enum WishMessage<Kind: Wish>: Message, Codable, Equatable {
  /// The user wants the thing with this id to be on, or off.
  case wanted(String, Bool)
  /// The server has done so, or has refused it.
  case answered(String, Bool, Outcome<Kind.Answer, APIError>)
}

/// What the user wants of one kind, beside what the server has sent.
public struct Wishes<Kind: Wish>: Model, Codable, Equatable {
  /// The messages about it.
  public typealias Receives = WishMessage<Kind>

  /// The wishes without an answer, by the ids of their things.
  public var pending: [String: Bool]
  /// The wishes that the server has confirmed.
  public var confirmed: [String: Bool]
  /// When it has.
  public var times: [String: Int]
  /// The number of answers so far. A load notes it when it begins. Kinds that one load concerns have one
  /// time: give each the greatest number.
  public var time: Int

  /// Creates the state; by default, nothing is wanted.
  public init(
    pending: [String: Bool] = [:], confirmed: [String: Bool] = [:], times: [String: Int] = [:],
    time: Int = 0
  ) {
    (self.pending, self.confirmed, self.times, self.time) = (pending, confirmed, times, time)
  }

  /// Returns whether a thing is to be shown as on; `nil` if what was loaded says so.
  ///
  /// - Parameter time: ``time`` when the load began from which the thing comes.
  public func shown(_ id: String, loadedAt time: Int) -> Bool? {
    pending[id] ?? (times[id, default: 0] > time ? confirmed[id] : nil)
  }

  /// Moves what is wanted of a thing to its new id, and returns what asks the server again.
  public mutating func rename(_ id: String, to new: String) -> [any Command] {
    if let isOn = confirmed.removeValue(forKey: id) {
      (confirmed[new], times[new]) = (isOn, times.removeValue(forKey: id))
    }
    guard let isOn = pending.removeValue(forKey: id) else { return [] }
    return [Cancel(id: WishID<Kind>(id: id)), Send(WishMessage<Kind>.wanted(new, isOn))]
  }

  mutating func end(_ id: String, _ isOn: Bool, hasSucceeded: Bool) {
    time += 1
    if hasSucceeded { (confirmed[id], times[id]) = (isOn, time) }
    // The user may have changed their mind since.
    if pending[id] == isOn { pending[id] = nil }
  }
}

/// The id of the commands for one wish.
struct WishID<Kind: Wish>: Hashable, Sendable { let id: String }
