import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/logging-and-history.md, in its order.

struct Weather: Model, Equatable {
  typealias Receives = WeatherMessage

  var degrees: Int?
  var isPaused = false
}

enum WeatherMessage: Message, Equatable {
  case refreshTapped
  case loaded(Int)
}

struct LoadWeather: Command, Equatable {
  var reply = Reply(WeatherMessage.loaded)
}

struct WeatherUpdater: TypedUpdater {
  func update(model: inout Weather, message: WeatherMessage) -> [any Command] {
    switch message {
    case .refreshTapped: return [LoadWeather()]
    case .loaded(let degrees): model.degrees = degrees
    }
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

  // MARK: The shortest example

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

    let expected = """
      1 WeatherMessage.refreshTapped ← outside (App/WeatherView.swift:31) → LoadWeather
      2 WeatherMessage.loaded ← command LoadWeather, caused by 1 (Weather/LoadWeatherInterpreter.swift:12)
      refreshTapped (App/WeatherView.swift:31) → LoadWeather → loaded (Weather/LoadWeatherInterpreter.swift:12)
      """
    #expect(lines.withLock { $0 }.joined(separator: "\n") == expected)
    #expect(try guide("logging-and-history").contains("```text\n\(expected)\n```"))
    runtime.requestShutdown()
  }

  // MARK: Event handlers

  @Test func aListenerCountsFailures() async throws {
    let failures = Locked<[String: Int]>([:])
    let counter = EventHandler(to: .commands) { event in
      if case .command(let command) = event.fact, case .failed = command.step {
        failures.withLock { $0[command.command.fullName, default: 0] += 1 }
      }
    }
    let runtime = try Runtime(
      program, interpreters: [brokenStation],
      options: RuntimeOptions(eventHandlers: [counter], issues: IssueRecorder().handler))
    runtime.start()
    try await runtime.settle(WeatherMessage.refreshTapped)
    try await runtime.settle(WeatherMessage.refreshTapped)
    #expect(failures.withLock { $0 } == ["LoadWeather": 2])
    await runtime.shutdown()
  }

  // MARK: Statistics

  @Test func statisticsCountWhatBecameOfMessages() async throws {
    let issues = IssueRecorder()
    let runtime = try Runtime(
      program, interpreters: [.command(LoadWeatherInterpreter())],
      options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    runtime.dispatch(WeatherMessage.refreshTapped)
    await runtime.shutdown()
    runtime.dispatch(WeatherMessage.refreshTapped)
    #expect("\(runtime.statistics)" == "handled: 2, lost: 1")
    #expect(issues.kinds == [.dispatchAfterShutdown])
  }

  // MARK: Issues

  @Test func aFailureThatNothingHandlesIsAnIssue() async throws {
    let issues = IssueRecorder()
    let runtime = try Runtime(
      program, interpreters: [brokenStation],
      options: RuntimeOptions(history: History(), issues: issues.handler))
    runtime.start()
    try await runtime.settle(
      WeatherMessage.refreshTapped, file: "App/WeatherView.swift", line: 31)
    #expect(issues.kinds == [.interpreterThrew])
    #expect(issues.issues.first?.error is Offline)
    let text = try #require(issues.issues.first?.text)
    #expect(try guide("logging-and-history").contains("```text\n\(text)\n```"), "\(text)")
    await runtime.shutdown()
  }

  // MARK: Interceptors

  @Test func anInterceptorDropsMessages() throws {
    let pause = Interceptor<Weather>(before: { envelope, model in
      if model.isPaused, case WeatherMessage.refreshTapped = envelope.message { return .drop }
      return .handle
    })
    let runtime = try Runtime(
      Program(model: Weather(isPaused: true), WeatherUpdater()),
      interpreters: [.command(LoadWeatherInterpreter())],
      options: RuntimeOptions(interceptors: [pause]))
    runtime.start()
    runtime.dispatch(WeatherMessage.refreshTapped)
    #expect(runtime.model.degrees == nil)
    #expect(runtime.statistics.intercepted == 1)
    runtime.requestShutdown()
  }
}
