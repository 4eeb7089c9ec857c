import KatanaConsoleInterpreters
import KatanaRuntime

/// The app as one value: its first model, its updater and its first command.
func booksProgram() -> Program<Books> {
  Program(model: Books(), BooksUpdater(), commands: [BooksUpdater.ask])
}

/// What performs the commands.
func booksInterpreters() -> [Interpreter] { [.terminal()] }
