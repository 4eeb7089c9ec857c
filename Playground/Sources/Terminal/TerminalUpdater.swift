public import Katana
import KatanaConsole

/// Performs the entered lines one after the other. The prompt for the next line comes when all
/// consequences of the line before have ended.
public struct TerminalUpdater: TypedUpdater {
  /// The ids of commands.
  public enum ID: Sendable {
    /// What is done for the line that is entered or performed. Ctrl-C cancels it.
    case line
    /// What a later line can take back, such as a deletion. Ctrl-C that ends the program cancels it.
    case undoable
  }

  private let instructions: Instructions
  private let stopped: (any Message)?

  /// Creates the updater.
  ///
  /// - Parameters:
  ///   - instructions: All instructions that a line can contain.
  ///   - stopped: What is sent when the user has stopped a line, so that no feature goes on waiting
  ///     for an answer that does not come.
  public init(instructions: Instructions, stopped: (any Message)? = nil) {
    self.instructions = instructions
    self.stopped = stopped
  }

  /// Performs lines, and handles the requests that concern the terminal itself.
  public func update(model: inout TerminalModel, message: TerminalMessage) -> [any Command] {
    switch message {
    case .answered(let answer): return perform(answer, &model)
    case .performed: return goOn(&model)
    case .waitNoticed:
      model.wait = model.wait.map { _ in .noticed }
      return []
    case .passwordAnswered(let line, let answer): return perform(line, answer, &model)
    case .helpRequested: return model.show(.help(instructions, width: model.style.width))
    case .causesRequested: return [FindCauses(reply { .causesFound($0) })]
    case .causesFound(let causes): return model.show(.causes(causes))
    case .quitRequested: return quit(&model)
    case .interrupted: return model.canStopLine ? stopLine(&model) : interrupt(&model)
    }
  }

  /// Prompts for the next line.
  private func goOn(_ model: inout TerminalModel) -> [any Command] {
    model.isPerforming = false
    model.wait = nil
    if model.isQuitting { return [] }
    guard let command = model.command else { return [prompt(model)] }
    if model.lineCount > 0 { return quit(&model) }
    model.lineCount = 1
    return perform(command, &model)
  }

  private func prompt(_ model: TerminalModel) -> any Command {
    let text = model.isInteractive ? model.style("conduit>", .faint) + " " : ""
    return Prompt(
      text, history: model.history,
      reply { .answered($0) }.converting { [instructions] in $0.map(instructions.line) }
    ).cancellable(id: ID.line)
  }

  private func perform(
    _ answer: PromptAnswer<Line>, _ model: inout TerminalModel
  ) -> [any Command] {
    switch answer {
    case .entered(let line):
      model.keep(line)
      model.lineCount += 1
      return perform(line, &model)
    case .endOfInput: return quit(&model)
    case .interrupted: return interrupt(&model)
    case .failed(.lineTooLong(let limit)):
      model.lineCount += 1
      model.isPerforming = true
      return model.show(.failure(["a line has more than \(limit) bytes"])) + goOn(&model)
    case .failed(let error):
      return model.show(.failure(["\(error)"]).ofNoLine) + quit(&model, status: 1)
    }
  }

  private func perform(_ line: Line, _ model: inout TerminalModel) -> [any Command] {
    model.isPerforming = true
    switch instructions.meaning(of: line) {
    case .nothing: return goOn(&model)
    case .mistake(let text): return model.show(.failure([text])) + goOn(&model)
    case .message(let message, isAwaited: true):
      model.wait = model.isInteractive ? .unnoticed : nil
      return [
        Perform(message, done: reply(.performed))
          .cancellable(id: ID.line, withConsequences: true)
      ]
    case .message(let message, isAwaited: false):
      // The next line comes after what the message leads to at once, such as a refusal, which names
      // the line.
      return [
        Sequential([
          Send(message).cancellable(id: ID.undoable, withConsequences: true),
          Send(TerminalMessage.performed),
        ])
      ]
    case .passwordWanted:
      return [
        PromptSecret(
          model.isInteractive ? "password: " : "",
          reply { .passwordAnswered(line, $0) }
        ).cancellable(id: ID.line)
      ]
    }
  }

  private func perform(
    _ line: Line, _ answer: PromptAnswer<Secret<String>>, _ model: inout TerminalModel
  ) -> [any Command] {
    // The lines of a script are counted as an editor does.
    if !model.isInteractive { model.lineCount += 1 }
    switch answer {
    case .entered(let password) where password.revealed.isEmpty:
      return model.show(.failure(["no password was entered"])) + goOn(&model)
    case .entered(let password):
      return perform(Line(line.text, password: password), &model)
    // The user does not want to log in. If a redirected input has ended, the next prompt sees this.
    case .endOfInput, .interrupted: return goOn(&model)
    case .failed(let error): return model.show(.failure(["\(error)"])) + goOn(&model)
    }
  }

  /// Stops the line that takes long, and prompts for the next one.
  private func stopLine(_ model: inout TerminalModel) -> [any Command] {
    [Cancel(id: ID.line)] + (stopped.map { [Send($0)] } ?? [])
      + model.show(.hint("stopped; what was already sent may be done all the same")) + goOn(&model)
  }

  /// Ends the program with the status that a shell expects of an interrupted one. What could still be
  /// taken back is not done.
  private func interrupt(_ model: inout TerminalModel) -> [any Command] {
    let cancelled: [any Command] = [Cancel(id: ID.line), Cancel(id: ID.undoable)]
    guard model.isPerforming else { return cancelled + quit(&model, status: 130) }
    // What waits for an answer says what is left of it, such as a text that was not sent.
    let told = model.show(.failure(["stopped; what was already sent may have been done"]).ofNoLine)
    return cancelled + told + (stopped.map { [Send($0)] } ?? []) + quit(&model, status: 130)
  }

  private func quit(_ model: inout TerminalModel, status: Int32? = nil) -> [any Command] {
    model.isQuitting = true
    model.wait = nil
    return [EndProgram(status)]
  }
}
