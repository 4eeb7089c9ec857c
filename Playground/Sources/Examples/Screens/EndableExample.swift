import Katana
import KatanaConsole
import KatanaViews

/// An example with a key that ends it.
struct EndableExample<Content: Model>: Model {
  typealias Receives = EndableExampleMessage
  var content: Content
}

enum EndableExampleMessage: Message, Equatable { case quitTapped }

struct EndableExampleUpdater<Content: Model>: TypedUpdater {
  func update(
    model: inout EndableExample<Content>, message: EndableExampleMessage
  ) -> [any Command] {
    [ExitProcess(0)]
  }
}

/// Returns an example that ends with Ctrl-Q, because many of the other keys belong to the examples.
func endable<Content: Model>(_ program: Program<Content>) -> Program<EndableExample<Content>> {
  Program(
    model: EndableExample(content: program.model),
    CombinedUpdater<EndableExample<Content>>(
      [.full(EndableExampleUpdater()), .slice(\.content, program.feature)],
      effects: [ExitProcess.self]),
    commands: program.commands.map { $0.in(EndableExample<Content>.at.content) })
}

/// Returns the view of such an example.
func endableView<Content: Model>(
  _ view: @escaping @Sendable (Content) -> ViewOf<Content>
) -> @Sendable (EndableExample<Content>) -> ViewOf<EndableExample<Content>> {
  { model in
    view(model.content).to(EndableExample<Content>.at.content)
      .onKey(.control("q"), "quit", .quitTapped)
  }
}

extension EndableExample: Equatable where Content: Equatable {}
