import Foundation
import KatanaRuntime

/// What the library does when the process ends by `exit`, in a fixed order.
package enum ProcessEnd {
  /// One thing to do, in the order in which they are done.
  package enum Step: CaseIterable, Sendable {
    /// Data comes first: a user who does not want to wait for a program sends a signal.
    case persistedValues
    case consoles
    case terminalModes
    case standardOutput
    case standardError
    case programs
  }

  private static let actions: Locked<[Step: @Sendable () -> Void]> = {
    _ = atexit { ProcessEnd.run() }
    return Locked([:])
  }()

  /// Registers what is done in a step. A step that was registered before keeps its action.
  package static func register(_ step: Step, _ action: @escaping @Sendable () -> Void) {
    actions.withLock { actions in if actions[step] == nil { actions[step] = action } }
  }

  private static func run() {
    for step in Step.allCases { actions.withLock { $0[step] }?() }
  }
}
