#if canImport(SwiftUI)
  import KatanaRuntime
  import Notes
  import SwiftUI

  struct NoteRow: View {
    let store: ObservableStore<Notes>
    let note: ObservableChild<Note>

    var body: some View {
      HStack {
        Toggle(note.text, isOn: note.binding(\.isDone) { .doneChanged($0) })
        Button("Open") { store.dispatch(.noteTapped(note.id)) }
        Button("Delete", role: .destructive) { store.dispatch(.deleteTapped(note.id)) }
      }
    }
  }

  struct NoteView: View {
    let note: ObservableChild<Note>
    let screen: ObservableChild<OpenedNote>

    var body: some View {
      VStack {
        Text(note.text)
        Button("Edit") { screen.dispatch(.editTapped) }
      }
    }
  }

  struct NoteEditorView: View {
    let editor: ObservableChild<NoteEditor>

    var body: some View {
      Form {
        TextField("Text", text: editor.binding(\.text) { .textChanged($0) })
        if let problem = editor.problem { Text(problem) }
        Button("Save") { editor.dispatch(.saveTapped) }
        Button("Cancel") { editor.dismiss() }
      }
    }
  }
#endif
