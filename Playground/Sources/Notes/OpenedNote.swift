public import Katana

/// The screen of one note.
public struct OpenedNote: Model, Equatable, Identifiable {
  /// What the screen receives.
  public typealias Receives = OpenedNoteMessage

  /// The note.
  public let id: Int

  /// Creates the screen.
  public init(id: Int) { self.id = id }
}

/// The messages of the screen of a note.
public enum OpenedNoteMessage: Message, Equatable {
  /// The person wants to edit the note.
  case editTapped
}

struct OpenedNoteUpdater: TypedUpdater {
  func update(model: inout OpenedNote, message: OpenedNoteMessage) -> [any Command] { [] }
}
