import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

/// All updaters.
func booksFeature(_ server: Server = Server()) -> CombinedUpdater<Books> {
  CombinedUpdater([
    .full(BooksUpdater()),
    .full(FindUpdater(server: server)),
  ])
}

/// The app as one value: its first model, its updaters and its first command.
func booksProgram(_ server: Server = Server()) -> Program<Books> {
  Program(model: Books(), booksFeature(server), commands: [BooksUpdater.ask])
}

/// What performs the commands.
func booksInterpreters() -> [Interpreter] { [.http(), .terminal()] }
