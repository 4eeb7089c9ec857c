public import Katana

/// A note in the list.
public struct Note: Model, Equatable, Identifiable {
  /// What a note receives.
  public typealias Receives = NoteMessage

  /// The number of the note.
  public let id: Int
  /// What it says.
  public var text: String
  /// Whether it is done.
  public var isDone = false

  /// Creates a note that is not done.
  public init(id: Int, text: String) { (self.id, self.text) = (id, text) }
}

/// The messages of a note.
public enum NoteMessage: Message, Equatable {
  /// The person has marked the note as done, or as not done.
  case doneChanged(Bool)
  /// The person wants to read the note. The list listens.
  case openTapped
  /// The person wants to delete the note. The list listens.
  case deleteTapped
}

struct NoteUpdater: TypedUpdater {
  func update(model: inout Note, message: NoteMessage) -> [any Command] {
    switch message {
    case .doneChanged(let isDone): model.isDone = isDone
    case .openTapped, .deleteTapped: break
    }
    return []
  }
}
