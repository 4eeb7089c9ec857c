import Katana

extension Cycle {
  /// Updates the model with a message of the outside, without a box, an envelope or the mailbox,
  /// where nothing wants to see more of it: the same step, for the most frequent case. The gate has
  /// let an update begin.
  ///
  /// - Parameters:
  ///   - message: The address of the message.
  ///   - type: Its type.
  func updateAtOnce(_ message: UnsafeRawPointer, _ type: ObjectIdentifier) -> AtOnce {
    guard let route = rawRoutes[type] else { return .refused }
    if !observers.isEmpty { observers.willChange(model.inside) }
    lastNumber += 1
    statistics.countHandled()
    let commands = route._withUnsafeGuaranteedRef { $0.update(model.address, rawMessage: message) }
    let isOver = route._withUnsafeGuaranteedRef { route in
      !route.asksProviders && route.written & effects.openRegions == 0
    }
    if commands.isEmpty && isOver { return .done }
    unfinished = commands
    return .unfinished
  }

  /// Does what comes after an update at once.
  func finishAtOnce(_ message: any Message) {
    let commands = unfinished
    unfinished = []
    follow(commands, of: message, lastNumber, nil)
  }
}

/// What became of a message that was to be handled at once.
@usableFromInline
enum AtOnce {
  /// It must be posted.
  case refused
  /// It was handled. (Between the two parts of the runtime: only observers may want to know of it.)
  case done
  /// The model has changed, and the rest of the step is to come, with the message.
  case unfinished
}
