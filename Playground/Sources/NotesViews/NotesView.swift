#if canImport(SwiftUI)
  import KatanaRuntime
  import Notes
  import SwiftUI

  struct NotesView: View {
    let store: ObservableStore<Notes>

    var body: some View {
      NavigationStack(path: store.path(\.path)) {
        List {
          TextField("Title", text: store.binding(\.title) { .titleChanged($0) })
          ForEach(store.noteIDs, id: \.self) { id in
            if let note = store[Notes.at.notes[id]] { NoteRow(note: note) }
          }
        }
        .navigationTitle(store.title)
        .navigationDestination(for: Int.self) { id in
          if let note = store[Notes.at.notes[id]], let screen = store[Notes.at.path[id]] {
            NoteView(note: note, screen: screen)
          }
        }
      }
      .sheet(item: store.presented(Notes.at.editor)) { editor in NoteEditorView(editor: editor) }
      .alert(
        "Delete the note?",
        isPresented: store.isPresented(\.deletion, dispatch: .deletionCancelled),
        presenting: store.deletion
      ) { id in
        Button("Delete", role: .destructive) { store.dispatch(.deletionConfirmed(id)) }
        Button("Keep", role: .cancel) {}
      }
    }
  }
#endif
