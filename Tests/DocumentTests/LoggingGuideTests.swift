import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/logging-and-history.md, in its order.

struct Weather: Model, Equatable {
  typealias Receives = WeatherMessage
  var degrees: Int?
}

enum WeatherMessage: Message, Equatable { case refreshTapped, loaded(Int) }

struct LoadWeather: Command, Equatable { var reply = Reply(WeatherMessage.loaded) }

struct WeatherUpdater: TypedUpdater {
  func update(model: inout Weather, message: WeatherMessage) -> [any Command] {
    guard case .loaded(let degrees) = message else { return [LoadWeather()] }
    model.degrees = degrees
    return []
  }
}

struct LoadWeatherInterpreter: CommandInterpreter {
  func interpret(_ command: LoadWeather, dispatch: Dispatcher) {
    dispatch(command.reply(21), file: "Weather/LoadWeatherInterpreter.swift", line: 12)
  }
}

@Suite struct LoggingGuideTests {
  struct Offline: Error {}

  let program = Program(model: Weather(), WeatherUpdater())
  let brokenStation = Interpreter.command(LoadWeather.self, reply: \.reply) { _ in throw Offline() }

  @Test func aLogAndAHistory() throws {
    let lines = Locked<[String]>([])
    let write = { @Sendable (line: String) in lines.withLock { $0.append(line) } }

    let history = History()
    let runtime = try Runtime(
      program, interpreters: [.command(LoadWeatherInterpreter())],
      options: RuntimeOptions(eventHandlers: [.log(to: write)], history: history))
    runtime.start()
    runtime.dispatch(WeatherMessage.refreshTapped, file: "App/WeatherView.swift", line: 31)
    write(history.chain(of: history.latest))

    let text = lines.withLock { $0 }.joined(separator: "\n")
    #expect(try guide("logging-and-history").contains("```text\n\(text)\n```"), "\(text)")
    runtime.requestShutdown()
  }

  @Test func failuresAreCountedAndAreIssues() async throws {
    let failures = Locked<[String: Int]>([:])
    let counter = EventHandler(to: .commands) { event in
      if case .command(let command) = event.fact, case .failed = command.step {
        failures.withLock { $0[command.command.fullName, default: 0] += 1 }
      }
    }
    let issues = IssueRecorder()
    let runtime = try Runtime(
      program, interpreters: [brokenStation],
      options: RuntimeOptions(eventHandlers: [counter], history: History(), issues: issues.handler))
    runtime.start()
    try await runtime.settle(WeatherMessage.refreshTapped, file: "App/WeatherView.swift", line: 31)
    #expect(failures.withLock { $0 } == ["LoadWeather": 1])
    #expect(issues.kinds == [.interpreterThrew])
    #expect(issues.issues.first?.error is Offline)
    let text = try #require(issues.issues.first?.text)
    #expect(try guide("logging-and-history").contains("```text\n\(text)\n```"), "\(text)")
    await runtime.shutdown()
    runtime.dispatch(WeatherMessage.refreshTapped)
    #expect("\(runtime.statistics)" == "handled: 1, lost: 1")
    #expect(issues.kinds.last == .dispatchAfterShutdown)
  }
}
