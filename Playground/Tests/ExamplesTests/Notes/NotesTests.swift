import KatanaRuntime
import KatanaTesting
import Notes
import Observation
import Synchronization
import Testing

@Suite struct NotesTests {
  private let app = AppTest(
    Program(
      model: Notes(notes: [Note(id: 1, text: "Milk"), Note(id: 2, text: "Bread")]), notesFeature)
  )

  @Test func aNoteIsDone() {
    app.send(.doneChanged(true), to: Notes.at.notes[2]) { $0.notes[id: 2]?.isDone = true }
  }

  @Test func theTitleIsTyped() {
    app.send(.titleChanged("Today")) { $0.title = "Today" }
  }

  @Test func aNoteIsOpenedOnce() {
    app.send(.openTapped, to: Notes.at.notes[1]) { $0.path = [OpenedNote(id: 1)] }
    app.send(.openTapped, to: Notes.at.notes[1])
  }

  @Test func theSheetEditsTheNote() {
    app.send(.openTapped, to: Notes.at.notes[1]) { $0.path = [OpenedNote(id: 1)] }
    app.send(.editTapped, to: Notes.at.path[1]) { $0.editor = NoteEditor(id: 1, text: "Milk") }
    app.send(.textChanged("Oat milk"), to: Notes.at.editor) { $0.editor?.text = "Oat milk" }
    app.send(.saveTapped, to: Notes.at.editor, commands: [Dismiss().in(Notes.at.editor[1])]) {
      $0.notes[id: 1]?.text = "Oat milk"
      $0.editor = nil
    }
  }

  @Test func anEmptyTextIsNotSaved() {
    app.send(.openTapped, to: Notes.at.notes[1]) { $0.path = [OpenedNote(id: 1)] }
    app.send(.editTapped, to: Notes.at.path[1]) { $0.editor = NoteEditor(id: 1, text: "Milk") }
    app.send(.textChanged(""), to: Notes.at.editor) { $0.editor?.text = "" }
    app.send(.saveTapped, to: Notes.at.editor)
    #expect(app.model.editor?.problem == "A note needs a text.")
  }

  /// What SwiftUI does when the person drags the sheet away, or swipes back.
  @Test func theSystemClosesTheSheetAndTheScreen() {
    app.send(.openTapped, to: Notes.at.notes[1]) { $0.path = [OpenedNote(id: 1)] }
    app.send(.editTapped, to: Notes.at.path[1]) { $0.editor = NoteEditor(id: 1, text: "Milk") }
    app.send(Dismissed().to(Notes.at.editor)) { $0.editor = nil }
    app.send(Dismissed().to(Notes.at.path[1])) { $0.path = [] }
  }

  @Test func aNoteIsDeletedAfterTheQuestion() {
    app.send(.openTapped, to: Notes.at.notes[1]) { $0.path = [OpenedNote(id: 1)] }
    app.send(.deleteTapped, to: Notes.at.notes[1]) { $0.deletion = 1 }
    app.send(.deletionCancelled) { $0.deletion = nil }
    app.send(.deleteTapped, to: Notes.at.notes[1]) { $0.deletion = 1 }
    app.send(.deletionConfirmed(1)) {
      $0.deletion = nil
      $0.notes.remove(id: 1)
      $0.path = []
    }
    app.send(.deletionConfirmed(1))
  }

  /// The system may report that the question has ended before it calls the action of the button.
  @Test func theAnswerCountsAlsoIfTheQuestionHasEndedBefore() {
    app.send(.deleteTapped, to: Notes.at.notes[1]) { $0.deletion = 1 }
    app.send(.deletionCancelled) { $0.deletion = nil }
    app.send(.deletionConfirmed(1)) { $0.notes.remove(id: 1) }
  }

  @Test func aLateAnswerDoesNotEndTheQuestionAboutAnotherNote() {
    app.send(.deleteTapped, to: Notes.at.notes[1]) { $0.deletion = 1 }
    app.send(.deleteTapped, to: Notes.at.notes[2]) { $0.deletion = 2 }
    app.send(.deletionConfirmed(1)) { $0.notes.remove(id: 1) }
  }

  /// The rows of the list have stores of their own: a change of one draws this one only.
  @MainActor @Test func aRowIsDrawnWhenItsNoteChanges() throws {
    let runtime = try Runtime(
      Program(
        model: Notes(notes: [Note(id: 1, text: "Milk"), Note(id: 2, text: "Bread")]), notesFeature),
      options: RuntimeOptions(execution: .main))
    runtime.start()
    let store = ObservableStore(runtime)
    let drawn = Mutex<[String]>([])
    func draw(_ view: String, _ read: () -> Void) {
      withObservationTracking {
        read()
      } onChange: {
        drawn.withLock { $0.append(view) }
      }
    }
    let rows = try [1, 2].map { try #require(store[Notes.at.notes[$0]]) }
    draw("list") { _ = (store.title, store.noteIDs) }
    for row in rows { draw("row \(row.id)") { _ = (row.text, row.isDone) } }
    rows[1].dispatch(.doneChanged(true))
    #expect(drawn.withLock { $0 } == ["row 2"])
    rows[0].dispatch(.deleteTapped)
    #expect(drawn.withLock { $0 } == ["row 2"])
    store.dispatch(.deletionConfirmed(1))
    #expect(drawn.withLock { $0 } == ["row 2", "list"])
    runtime.requestShutdown()
  }
}
