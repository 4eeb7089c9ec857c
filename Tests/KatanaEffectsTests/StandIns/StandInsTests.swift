import Katana
import KatanaConsole
import KatanaConsoleTesting
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

/// The stand-ins of all effects in one line, and that of signals.
@Suite struct StandInsTests {
  private struct Desk: Model, Equatable {
    var seen: [String] = []
    var listens = true
  }

  private enum DeskMessage: Message, Equatable {
    case opened
    case read(Outcome<String, FileError>)
    case loaded(Outcome<Int, StoreError>)
    case fetched(Outcome<HTTPResponse, HTTPError>)
    case ran(Outcome<ProgramResult, ProgramError>)
    case interrupted, deaf
  }

  private struct DeskFeature: TypedUpdater, SubscriptionProvider {
    func update(model: inout Desk, message: DeskMessage) -> [any Command] {
      switch message {
      case .opened:
        return [
          ReadTextFile("notes.txt", reply { .read($0) }),
          LoadValue(StoreKey("volume", default: 3), reply { .loaded($0) }),
          Fetch(.get("https://a.example/"), reply { .fetched($0) }),
          RunProgram("true", [], reply { .ran($0) }), Print("hello"),
        ]
      case .read(let outcome): model.seen.append("read \((try? outcome.get()) ?? "-")")
      case .loaded(let outcome): model.seen.append("loaded \((try? outcome.get()) ?? 0)")
      case .fetched(.failure(.statusUnexpected(let response))):
        model.seen.append("fetched \(response.status)")
      case .fetched: model.seen.append("fetched")
      case .ran(.failure(.notFound)): model.seen.append("ran nothing")
      case .ran: model.seen.append("ran")
      case .interrupted: model.seen.append("interrupted")
      case .deaf: model.listens = false
      }
      return []
    }

    func subscriptions(model: Desk) -> [any Subscription] {
      model.listens ? [SignalReceived(.interrupt, reply(.interrupted))] : []
    }
  }

  @Test func oneLinePerformsTheEffectsOfTheFramework() async throws {
    let terminal = VirtualTerminal()
    let runtime = try Runtime(
      Program(model: Desk(), DeskFeature()),
      interpreters: [.standIns(files: VirtualFiles(["notes.txt": "tea"]), terminal: terminal)],
      options: RuntimeOptions(clock: ManualClock()))
    runtime.start()
    runtime.dispatch(DeskMessage.opened)
    #expect(runtime.model.seen == ["read tea", "loaded 3", "fetched 404", "ran nothing"])
    #expect(terminal.output.contains("hello"))
    await runtime.shutdown()
  }

  @Test func anAppTestRunsWithStandInsOfAllEffects() {
    let (terminal, signals) = (VirtualTerminal(), VirtualSignals())
    let app = AppTest(
      Program(model: Desk(), DeskFeature()),
      interpreters: [.standIns(terminal: terminal, signals: signals)])
    app.start(exhaustive: [])
    signals.send(.interrupt)
    app.advance(by: .zero, sends: [DeskMessage.interrupted]) { $0.seen = ["interrupted"] }
    app.finish()
  }

  @Test func signalsReachTheAppWhileItListens() async throws {
    let (signals, clock) = (VirtualSignals(), ManualClock())
    let runtime = try Runtime(
      Program(model: Desk(), DeskFeature()), interpreters: [.standIns(signals: signals)],
      options: RuntimeOptions(clock: clock))
    runtime.start()
    signals.send(.interrupt)
    signals.send(.terminate)
    #expect(runtime.model.seen == [])
    clock.advance(by: .zero)
    #expect(runtime.model.seen == ["interrupted"])
    runtime.dispatch(DeskMessage.deaf)
    signals.send(.interrupt)
    clock.advance(by: .zero)
    #expect(runtime.model.seen == ["interrupted"])
    await runtime.shutdown()
  }
}
