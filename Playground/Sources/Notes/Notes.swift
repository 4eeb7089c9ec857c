public import Katana

/// An app with notes: a list, a stack of opened notes, a sheet that edits one, and a question before
/// one is deleted.
public struct Notes: Model, Equatable {
  /// What the list receives.
  public typealias Receives = NotesMessage

  /// The title of the list.
  public var title = "Notes"
  /// The notes.
  public var notes: IdentifiedArray<Note>
  /// The notes that are opened, as a stack of screens.
  public var path: [OpenedNote] = []
  /// The sheet that edits a note.
  public var editor: NoteEditor?
  /// The note about which the app asks whether it shall be deleted.
  public var deletion: Int?

  /// Creates an app that shows the list.
  public init(notes: IdentifiedArray<Note> = []) { self.notes = notes }

  /// The notes, in the order of the list. Read by the list, so that it is drawn again when a note comes
  /// or goes, and not when one changes.
  public var noteIDs: [Int] { notes.ids }

  /// The note that the sheet edits; `nil` without a sheet. What presents the sheet observes it.
  public var editorID: Int? { editor?.id }
}

/// The messages of the list.
public enum NotesMessage: Message, Equatable {
  /// The person has typed into the title.
  case titleChanged(String)
  /// The answer to the question about a note was yes. It holds the note, because the question may have
  /// been closed before its button reports the answer.
  case deletionConfirmed(Int)
  /// The question was closed without a yes.
  case deletionCancelled
}

/// The logic of the list, and the features of its children.
public let notesFeature = NotesUpdater().with(
  .each(\.notes, NoteUpdater()) { model, id, message in
    switch message {
    case .openTapped:
      if model.path.last?.id != id { model.path.append(OpenedNote(id: id)) }
    case .deleteTapped: model.deletion = id
    case .doneChanged: break
    }
    return []
  },
  .each(\.path, OpenedNoteUpdater()),
  .optional(\.editor, NoteEditorUpdater()),
  .listen(any: OpenedNote.self) { model, screen, message in
    guard case .editTapped = message, let note = model[screen].flatMap({ model.notes[id: $0.id] })
    else { return [] }
    model.editor = NoteEditor(id: note.id, text: note.text)
    return []
  },
  .listen(to: Notes.at.editor, NoteEditorMessage.self) { model, editor, message in
    guard case .saveTapped = message, let editor = model[editor], editor.problem == nil else {
      return []
    }
    model.notes[id: editor.id]?.text = editor.text
    return []
  })

struct NotesUpdater: TypedUpdater {
  func update(model: inout Notes, message: NotesMessage) -> [any Command] {
    switch message {
    case .titleChanged(let title): model.title = title
    case .deletionConfirmed(let id):
      if model.deletion == id { model.deletion = nil }
      model.notes.remove(id: id)
      model.path.removeAll { $0.id == id }
    case .deletionCancelled: model.deletion = nil
    }
    return []
  }
}
