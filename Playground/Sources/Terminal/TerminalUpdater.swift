public import Katana

/// One line after the other: a line is looked at when everything that the line before has caused has
/// ended.
public struct TerminalUpdater: TypedUpdater {
  /// The updater.
  public init() {}

  /// Keeps the queue of lines, and answers what concerns the terminal itself.
  public func update(model: inout TerminalModel, message: TerminalMessage) -> [any Command] {
    switch message {
    case .received(.line(let line)):
      model.waiting.append(line)
      return (model.isInteractive ? [Prompt.answered] : []) + goOn(&model)
    case .received(.end):
      model.hasEnded = true
      return (model.isInteractive ? [Prompt.withdraw] : []) + goOn(&model)
    case .performed:
      model.isPerforming = false
      return goOn(&model)
    case .helpRequested: return [Show(.help)]
    case .causesRequested: return [FindCauses(Reply(TerminalMessage.causesFound))]
    case .causesFound(let causes): return [Show(.causes(causes))]
    case .quitRequested: return quit(&model, status: 0)
    // What a shell expects of a program that was interrupted.
    case .interrupted:
      return (model.isInteractive ? [Prompt.withdraw] : []) + quit(&model, status: 130)
    }
  }

  /// Looks at waiting lines until one has something to do.
  private func goOn(_ model: inout TerminalModel) -> [any Command] {
    var commands: [any Command] = []
    while !model.isPerforming && !model.isQuitting && !model.waiting.isEmpty {
      switch Line(model.waiting.removeFirst().revealed).meaning {
      case .nothing: break
      case .mistake(let text): commands.append(Show(.failure([text])))
      case .message(let message):
        model.isPerforming = true
        commands.append(Perform(message, done: Reply(TerminalMessage.performed)))
      }
    }
    return commands + whenIdle(&model)
  }

  private func whenIdle(_ model: inout TerminalModel) -> [any Command] {
    if model.isPerforming || model.isQuitting { return [] }
    if model.hasEnded { return quit(&model, status: 0) }
    return model.isInteractive ? [Prompt.ask] : []
  }

  private func quit(_ model: inout TerminalModel, status: Int32) -> [any Command] {
    model.isQuitting = true
    model.waiting = []
    return [Quit(status: status)]
  }
}
