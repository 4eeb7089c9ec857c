import Authentication
public import Katana
import KatanaConsole

/// Performs the entered lines one after the other. The prompt for the next line comes when all
/// consequences of the line before have ended.
public struct TerminalUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Performs lines, and handles the requests that concern the terminal itself.
  public func update(model: inout TerminalModel, message: TerminalMessage) -> [any Command] {
    switch message {
    case .answered(let answer): return perform(answer, &model)
    case .performed: return model.isQuitting ? [] : [model.prompt]
    case .passwordRequested(let email):
      return [
        PromptSecret(
          model.isInteractive ? "password: " : "",
          Reply { TerminalMessage.passwordAnswered(email: email, $0) })
      ]
    case .passwordAnswered(let email, let answer): return logIn(email, answer, &model)
    case .helpRequested: return [model.show(.help)]
    case .causesRequested: return [FindCauses(Reply(TerminalMessage.causesFound))]
    case .causesFound(let causes): return [model.show(.causes(causes))]
    case .quitRequested: return quit(&model)
    // The status that a shell expects of an interrupted program.
    case .interrupted: return quit(&model, status: 130)
    }
  }

  private func perform(
    _ answer: PromptAnswer<Line>, _ model: inout TerminalModel
  ) -> [any Command] {
    switch answer {
    case .entered(let line):
      model.keep(line)
      switch line.meaning {
      case .nothing: return [model.prompt]
      case .mistake(let text): return [model.show(.failure([text])), model.prompt]
      case .message(let message):
        return [Perform(message, done: Reply(TerminalMessage.performed))]
      }
    case .endOfInput: return quit(&model)
    case .interrupted: return quit(&model, status: 130)
    case .failed(.lineTooLong(let limit)):
      return [model.show(.failure(["a line has more than \(limit) bytes"])), model.prompt]
    case .failed(let error): return [model.show(.failure(["\(error)"]))] + quit(&model, status: 1)
    }
  }

  private func logIn(
    _ email: String, _ answer: PromptAnswer<Secret<String>>, _ model: inout TerminalModel
  ) -> [any Command] {
    switch answer {
    case .entered(let password) where password.revealed.isEmpty:
      [model.show(.failure(["no password was entered"]))]
    case .entered(let password):
      [
        Send(
          AuthenticationMessage.logInRequested(Credentials(email: email, password: password)))
      ]
    // The user does not want to log in. If a redirected input has ended, the next prompt sees this.
    case .endOfInput, .interrupted: []
    case .failed(let error): [model.show(.failure(["\(error)"]))]
    }
  }

  private func quit(_ model: inout TerminalModel, status: Int32? = nil) -> [any Command] {
    model.isQuitting = true
    // For scripts, the status says whether a line has failed.
    return [ExitProcess(status ?? (model.hasFailed && !model.isInteractive ? 1 : 0))]
  }
}
