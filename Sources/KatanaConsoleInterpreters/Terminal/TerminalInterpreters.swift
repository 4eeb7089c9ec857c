import Foundation
import Katana
import KatanaConsole
package import KatanaRuntime

/// Creates the interpreters that use a console.
package func terminalInterpreters(_ console: ConsoleCore) -> Interpreter {
  .group([
    .command(PrintInterpreter(console: console)),
    .command(ExitProcessInterpreter(console: console)),
    .command(OpenURLInterpreter(console: console)),
    .command(RingBell.self) { _, dispatch in console.ring(clock: dispatch.clock) },
    .command(RunInTerminalInterpreter(console: console)),
    .command(PromptInterpreter(console: console)),
    .command(PromptSecretInterpreter(console: console)),
    .subscription {
      StandardInputLineInterpreter(console: console, subscription: $0, dispatch: $1)
    },
    .subscription { TerminalInputInterpreter(console: console, subscription: $0, dispatch: $1) },
    .subscription {
      TerminalScreenInterpreter(console: console, screen: $0, clock: $1.clock)
    },
  ])
}

struct PrintInterpreter: CommandInterpreter {
  let console: ConsoleCore

  func interpret(_ command: Print, dispatch: Dispatcher) {
    console.print(
      command.text, to: command.stream, clock: dispatch.clock, isAwaited: command.reply != nil
    ) { error in
      if let reply = command.reply { dispatch.answer(reply, with: error) }
      // Keeps the dispatcher also without a reply, so that the command runs until the text is
      // written.
      withExtendedLifetime(dispatch) {}
    }
  }
}

private struct ExitProcessInterpreter: CommandInterpreter {
  let console: ConsoleCore

  func interpret(_ command: ExitProcess, dispatch: Dispatcher) {
    // The console itself writes all texts before the end. It could not write those that a full
    // screen delays if the end waited for them.
    dispatch.afterEarlierCommands(ignoring: Print.self) {
      console.exit(command.status)
      withExtendedLifetime(dispatch) {}
    }
  }
}

private struct OpenURLInterpreter: CommandInterpreter {
  let console: ConsoleCore

  func interpret(_ command: OpenURL, dispatch: Dispatcher) {
    guard command.url.scheme != nil else {
      return dispatch.answer(command.reply, with: .noScheme(command.url.absoluteString))
    }
    console.open(command.url, clock: dispatch.clock) { dispatch.answer(command.reply, with: $0) }
  }
}

private struct RunInTerminalInterpreter: CommandInterpreter {
  let console: ConsoleCore

  func interpret(_ command: RunInTerminal, dispatch: Dispatcher) {
    let program = ForegroundProgram(
      command.launch, grace: command.grace, clock: dispatch.clock)
    dispatch.onCancel { program.end() }
    console.run(program, clock: dispatch.clock) { result in
      if let result { dispatch.answer(command.reply, with: result) }
      // Keeps the dispatcher, so that the command runs until the terminal is taken back.
      withExtendedLifetime(dispatch) {}
    }
  }
}

private struct PromptInterpreter: CommandInterpreter {
  let console: ConsoleCore

  func interpret(_ command: Prompt, dispatch: Dispatcher) {
    let editor = LineEditor(text: command.text, history: command.history)
    console.ask(command.prompt, editor: editor, isHidden: false, dispatch) { answer in
      dispatch.answer(command.reply, with: answer)
    }
  }
}

private struct PromptSecretInterpreter: CommandInterpreter {
  let console: ConsoleCore

  func interpret(_ command: PromptSecret, dispatch: Dispatcher) {
    console.ask(command.prompt, editor: LineEditor(), isHidden: true, dispatch) { answer in
      switch answer {
      case .entered(let text): dispatch.answer(command.reply, with: .entered(Secret(text)))
      case .endOfInput: dispatch.answer(command.reply, with: .endOfInput)
      case .interrupted: dispatch.answer(command.reply, with: .interrupted)
      case .failed(let error): dispatch.answer(command.reply, with: .failed(error))
      }
    }
  }
}

extension ConsoleCore {
  /// Opens a prompt, and closes it when its command is cancelled.
  fileprivate func ask(
    _ prompt: String, editor: LineEditor, isHidden: Bool, _ dispatch: Dispatcher,
    _ answered: @escaping @Sendable (PromptAnswer<String>) -> Void
  ) {
    open(prompt, editor: editor, isHidden: isHidden, clock: dispatch.clock) { [self] id in
      dispatch.onCancel { [self] in close(id) }
    } answered: {
      answered($0)
    }
  }
}

final class StandardInputLineInterpreter: SubscriptionInterpreter {
  typealias Sub = StandardInputLine

  private let console: ConsoleCore
  private let limit: Int
  private let dispatch: SubscriptionDispatcher<StandardInputLine>
  private var id: Int?

  init(
    console: ConsoleCore, subscription: StandardInputLine,
    dispatch: SubscriptionDispatcher<StandardInputLine>
  ) {
    self.console = console
    self.limit = subscription.limit
    self.dispatch = dispatch
  }

  func start() {
    id = console.addLines(limit: limit, clock: dispatch.clock) { [dispatch] line in
      dispatch.answer(\.reply, with: line)
    }
  }

  func stop() { if let id { console.removeLines(id) } }
}

final class TerminalInputInterpreter: SubscriptionInterpreter {
  typealias Sub = TerminalInput

  private let console: ConsoleCore
  private let input: TerminalInput
  private let dispatch: SubscriptionDispatcher<TerminalInput>
  private var id: Int?

  init(
    console: ConsoleCore, subscription: TerminalInput,
    dispatch: SubscriptionDispatcher<TerminalInput>
  ) {
    self.console = console
    self.input = subscription
    self.dispatch = dispatch
  }

  func start() {
    id = console.addKeys(input, clock: dispatch.clock) { [dispatch] event in
      dispatch.answer(\.reply, with: event)
    }
  }

  func stop() { if let id { console.removeKeys(id) } }
}

final class TerminalScreenInterpreter: SubscriptionInterpreter {
  private let console: ConsoleCore
  private let screen: TerminalScreen
  private let clock: any RuntimeClock
  private var id: Int?

  init(console: ConsoleCore, screen: TerminalScreen, clock: any RuntimeClock) {
    (self.console, self.screen, self.clock) = (console, screen, clock)
  }

  func start() { id = console.addScreen(screen, clock: clock) }
  func stop() { if let id { console.removeScreen(id) } }

  func update(to screen: TerminalScreen) -> Bool {
    if let id { console.setScreen(screen, id: id) }
    return true
  }
}
