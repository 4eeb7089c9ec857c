// Compiled on Apple platforms only, so a build on Linux does not check this file.
#if canImport(os)
  import Katana
  public import KatanaRuntime
  import os

  extension EventHandler {
    /// Returns an event handler that emits signposts for Apple's Instruments.
    ///
    /// Updates and runs of commands become intervals; failures and cancellations become events. The
    /// signposts contain the names of types and cases, but no payloads. Each event takes a lock,
    /// also while Instruments does not record.
    ///
    /// - Parameters:
    ///   - subsystem: The identifier of the app, such as `com.example.app`.
    ///   - category: The name of the group of signposts within the app.
    public static func signposts(subsystem: String, category: String = "katana") -> EventHandler {
      .forEachRuntime(to: [.updates, .messages, .commands]) { _ in
        let signposts = Locked(Signposts(OSSignposter(subsystem: subsystem, category: category)))
        return { event in signposts.withLock { $0.add(event.fact) } }
      }
    }
  }

  /// The open intervals of one runtime.
  private struct Signposts {
    private let signposter: OSSignposter
    private var update: OSSignpostIntervalState?
    private var runs: [UInt64: OSSignpostIntervalState] = [:]

    init(_ signposter: OSSignposter) { self.signposter = signposter }

    mutating func add(_ fact: RuntimeEvent.Fact) {
      switch fact {
      case .handling(let envelope):
        guard signposter.isEnabled else { return }
        update = begin("Update", ValueName(envelope.message).fullName)
      case .handled:
        if let update { signposter.endInterval("Update", update) }
        update = nil
      case .command(let command): add(command)
      case .started, .notHandled, .modelReplaced, .subscription, .issue, .ended: break
      }
    }

    private mutating func add(_ command: CommandEvent) {
      let name = command.command.fullName
      switch command.step {
      case .started:
        guard signposter.isEnabled else { return }
        runs[command.id] = begin("Run", name)
      case .failed: signposter.emitEvent("Failed", "\(name, privacy: .public)")
      case .cancelled: signposter.emitEvent("Cancelled", "\(name, privacy: .public)")
      case .delayed, .queued, .resumed, .answered, .finished, .retried: break
      }
      if command.step.isEnd, let run = runs.removeValue(forKey: command.id) {
        signposter.endInterval("Run", run)
      }
    }

    private func begin(_ kind: StaticString, _ name: String) -> OSSignpostIntervalState {
      signposter.beginInterval(
        kind, id: signposter.makeSignpostID(), "\(name, privacy: .public)")
    }
  }

  extension CommandEvent.Step {
    fileprivate var isEnd: Bool {
      switch self {
      case .finished, .failed, .cancelled: true
      case .delayed, .queued, .resumed, .started, .answered, .retried: false
      }
    }
  }
#endif
