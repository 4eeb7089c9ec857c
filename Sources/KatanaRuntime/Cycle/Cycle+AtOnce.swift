import Katana

extension Cycle {
  /// Handles a message of the outside at once, without a box, an envelope or the mailbox, if nobody is
  /// at work and nothing wants to see more of it: the same step, for the most frequent case.
  ///
  /// - Parameters:
  ///   - message: The address of the message.
  ///   - type: Its type.
  /// - Returns: Whether the message was handled; ``finishAtOnce(_:)`` must follow if `.unfinished`.
  func handleAtOnce(_ message: UnsafeRawPointer, _ type: ObjectIdentifier) -> AtOnce {
    guard isPlain, let route = rawRoutes[type], let model = model.beginAtOnce()
    else { return .refused }
    if !observers.isEmpty { observers.willChange(model) }
    lastNumber += 1
    statistics.countHandled()
    let commands = route._withUnsafeGuaranteedRef { $0.update(model, rawMessage: message) }
    let asksProviders = route._withUnsafeGuaranteedRef { $0.asksProviders }
    if commands.isEmpty && observers.isEmpty && !asksProviders && !effects.hasOpenScopes {
      if !self.model.endAtOnce() {
        self.model.endUpdate()
        work()
      }
      return .done
    }
    unfinished = commands
    self.model.endUpdate()
    return .unfinished
  }

  /// Does what comes after the update, then whatever was posted meanwhile.
  func finishAtOnce(_ message: any Message) {
    let (commands, number) = (unfinished, lastNumber)
    unfinished = []
    unfinishedLink = nil
    follow(commands, of: message, number, nil)
    work()
  }
}

/// What became of a message that was to be handled at once.
@usableFromInline
enum AtOnce {
  /// It must be posted.
  case refused
  /// It was handled.
  case done
  /// The model has changed, and the rest of the step is to come.
  case unfinished
}
