import Foundation
import KatanaConsole
import KatanaConsoleTesting
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

extension RealEffects {
  @Suite struct VirtualProgramsTests {
    struct Repository: Model, Equatable {
      var status: String?
      var error: ProgramError?
    }

    enum RepositoryMessage: Message, Equatable {
      case opened
      case status(Outcome<ProgramResult, ProgramError>)
    }

    struct RepositoryUpdater: TypedUpdater {
      func update(model: inout Repository, message: RepositoryMessage) -> [any Command] {
        switch message {
        case .opened:
          return [
            RunProgram(
              "git", ["status"], outputLimit: 4, timeLimit: .seconds(1),
              reply { .status($0) })
          ]
        case .status(.success(let result)): model.status = result.exit.isSuccess ? result.text : "?"
        case .status(.failure(let error)): model.error = error
        }
        return []
      }
    }

    private let program = Program(model: Repository(), RepositoryUpdater())
    private let command = RunProgram(
      "git", ["status"], outputLimit: 4, timeLimit: .seconds(1), Reply(RepositoryMessage.status))

    @Test func aScriptAnswersInATestOfTheApp() {
      let programs = VirtualPrograms { launch in
        #expect(launch == ProgramLaunch("git", ["status"]))
        return .success(ProgramResult(output: Data("clean\n".utf8)))
      }
      let app = AppTest(program, interpreters: [.processes(programs)])
      let cut = ProgramResult(output: Data("clea".utf8), isCut: true)
      app.send(
        RepositoryMessage.opened, sends: [RepositoryMessage.status(.success(cut))],
        commands: [command]
      ) { $0.status = "clea" }
      app.finish()
    }

    struct Log: Model, Equatable { var count = 0 }

    enum LogMessage: Message, Equatable { case happened(ProgramEvent) }

    struct LogUpdater: TypedUpdater, SubscriptionProvider {
      func update(model: inout Log, message: LogMessage) -> [any Command] {
        model.count += 1
        return []
      }

      func subscriptions(model: Log) -> [any Subscription] {
        [ProgramOutput("journalctl", [], reply { .happened($0) })]
      }
    }

    @Test func aProgramMaySendManyEvents() {
      let programs = VirtualPrograms(events: { _ in
        Array(repeating: .lines(["line"]), count: 20_000) + [.ended(.status(0))]
      }) { _ in .success(ProgramResult()) }
      let app = AppTest(
        Program(model: Log(), LogUpdater()), interpreters: [.processes(programs)])
      app.start(exhaustive: false)
      #expect(app.model.count == 20_001)
      app.finish()
    }

    @Test func theSeedChoosesTimesAndEnds() {
      let outcomes = Locked(Set<String>())
      explore(seeds: 200, sending: [RepositoryMessage.opened]) { simulation in
        let programs = VirtualPrograms(conditions: .chosen(by: simulation)) { _ in
          .success(ProgramResult(output: Data("ok".utf8)))
        }
        return Simulated(program, interpreters: [.processes(programs)])
          .eventually("the program was answered") { model in
            outcomes.withLock { _ = $0.insert(model.status ?? "timed out") }
            return model.status != nil
              || model.error == .timedOut(program: "git", limit: .seconds(1))
          }
      }
      #expect(outcomes.withLock { $0 } == ["ok", "?", "timed out"])
    }
  }
}
