public import Katana

/// The sheet that edits a note.
public struct NoteEditor: Model, Equatable, Identifiable {
  /// What the sheet receives.
  public typealias Receives = NoteEditorMessage

  /// The note.
  public let id: Int
  /// The text as it is typed.
  public var text: String

  /// Creates the sheet.
  public init(id: Int, text: String) { (self.id, self.text) = (id, text) }

  /// What is wrong with the text.
  public var problem: String? { text.isEmpty ? "A note needs a text." : nil }
}

/// The messages of the sheet.
public enum NoteEditorMessage: Message, Equatable {
  /// The person has typed.
  case textChanged(String)
  /// The person wants to keep the text.
  case saveTapped
}

struct NoteEditorUpdater: TypedUpdater {
  func update(model: inout NoteEditor, message: NoteEditorMessage) -> [any Command] {
    switch message {
    case .textChanged(let text): model.text = text
    case .saveTapped: if model.problem == nil { return [Dismiss()] }
    }
    return []
  }
}
