#if canImport(SwiftUI)
  import KatanaRuntime
  import Notes
  import SwiftUI

  // In an app, with `@main`.
  struct NotesApp: App {
    @State private var store = NotesApp.makeStore()

    var body: some Scene {
      WindowGroup { NotesView(store: store) }
    }

    /// Creates the store of a program with all its interpreters, and starts it.
    static func makeStore() -> ObservableStore<Notes> {
      do {
        let runtime = try Runtime(
          Program(model: Notes(), notesFeature), options: RuntimeOptions(execution: .main))
        runtime.start()
        return ObservableStore(runtime)
      } catch {
        // The parts do not fit together: a mistake in the program, which its tests find.
        fatalError("\(error)")
      }
    }
  }

  struct NotesPreviews: PreviewProvider {
    static var previews: some View {
      NotesView(
        store: ObservableStore(
          previewing: Program(model: Notes(notes: [Note(id: 1, text: "Milk")]), notesFeature)))
    }
  }
#endif
