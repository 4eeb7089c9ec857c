import Authentication
public import Katana
import KatanaEffects

/// One line after the other: the next line is asked for when everything that the line before has
/// caused has ended.
public struct TerminalUpdater: TypedUpdater {
  /// The updater.
  public init() {}

  /// Performs lines, and answers what concerns the terminal itself.
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
    // What a shell expects of a program that was interrupted.
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
    case .failed(let error): return [model.show(.failure(["\(error)"]))] + quit(&model)
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
    // The user has thought better of it; the next prompt finds the end of a redirected input.
    case .endOfInput, .interrupted: []
    case .failed(let error): [model.show(.failure(["\(error)"]))]
    }
  }

  private func quit(_ model: inout TerminalModel, status: Int32? = nil) -> [any Command] {
    model.isQuitting = true
    // A script that runs the program wants to know whether a line has failed.
    return [ExitProcess(status ?? (model.hasFailed && !model.isInteractive ? 1 : 0))]
  }
}
