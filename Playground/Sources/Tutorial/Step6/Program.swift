import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

/// All updaters.
func booksFeature(_ server: Server = Server()) -> CombinedUpdater<Books> {
  CombinedUpdater([
    .full(BooksUpdater()),
    .full(FindUpdater(server: server)),
    .full(Saving()),
    .each(\.books, BookUpdater(server: server), onLeave: .cancel),
    .optional(\.form, FormUpdater(), listener: saveForm),
    .listen(to: Books.at.form, Dismissed.self) { _, _, _ in [BooksUpdater.ask] },
  ])
}

/// The app as one value: its first model, its updaters and its first command.
func booksProgram(_ server: Server = Server()) -> Program<Books> {
  Program(model: Books(), booksFeature(server), commands: [Saving.load])
}

/// What performs the commands.
func booksInterpreters() -> [Interpreter] { [.http(), .store("saved"), .terminal()] }
