import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/running.md, in its order.

struct Archive: Model, Equatable {
  typealias Receives = ArchiveMessage

  var lines: [String] = []
  var isSaved = false
}

enum ArchiveMessage: Message, Equatable {
  case opened([String])
  case lineRead(String)
  case saveRequested
  case saved
  case quitTapped
}

struct OpenArchive: Command, Equatable {
  var reply = Reply(ArchiveMessage.opened)
}

struct SaveArchive: Command, Equatable {
  var lines: [String]
  var reply = Reply(ArchiveMessage.saved)
}

struct EndProgram: Command, Equatable {}

struct ArchiveUpdater: TypedUpdater {
  func update(model: inout Archive, message: ArchiveMessage) -> [any Command] {
    switch message {
    case .opened(let lines): model.lines = lines + model.lines
    case .lineRead(let line): model.lines.append(line)
    case .saveRequested: return [SaveArchive(lines: model.lines)]
    case .saved: model.isSaved = true
    case .quitTapped: return [EndProgram()]
    }
    return []
  }
}

// MARK: The shortest example

func importLines(_ lines: [String], _ interpreters: [Interpreter]) async throws -> Int32 {
  let runtime = try Runtime(
    Program(model: Archive(), ArchiveUpdater(), commands: [OpenArchive()]),
    interpreters: interpreters)
  runtime.start()
  for line in lines { await runtime.deliver(ArchiveMessage.lineRead(line)) }
  let outcome = try await runtime.settle(ArchiveMessage.saveRequested)
  await runtime.finish(within: .seconds(5))
  return outcome.isSuccess && runtime.model.isSaved ? 0 : 1
}

@Suite struct RunningGuideTests {
  let saved = Locked<[String]>([])
  let opening = Interpreter.command(OpenArchive.self) { command, dispatch in
    dispatch(command.reply(["first"]))
  }
  let ending = Interpreter.command(EndProgram.self) { _, dispatch in dispatch.requestShutdown() }
  let program = Program(model: Archive(), ArchiveUpdater())

  var interpreters: [Interpreter] {
    let saved = saved
    return [
      opening, ending,
      .command(SaveArchive.self) { command, dispatch in
        saved.withLock { $0 = command.lines }
        dispatch(command.reply())
      },
    ]
  }

  @Test func aToolImportsSavesAndEnds() async throws {
    #expect(try await importLines(["second", "third"], interpreters) == 0)
    #expect(saved.withLock { $0 } == ["first", "second", "third"])
  }

  @Test func messagesBeforeTheStartWaitForItAndForTheInitialCommands() throws {
    let runtime = try Runtime(
      Program(model: Archive(), ArchiveUpdater(), commands: [OpenArchive()]),
      interpreters: interpreters)
    runtime.dispatch(ArchiveMessage.lineRead("second"))
    #expect(runtime.model == Archive())
    runtime.start()
    #expect(runtime.model.lines == ["first", "second"])
    runtime.requestShutdown()
  }

  // MARK: The end

  /// A save that waits for a pause is performed, by `finish` only.
  @Test func finishLetsCommandsEndAndShutdownCancelsThem() async throws {
    let pausing = FunctionUpdater<Archive>(takes: .only([ArchiveMessage.self])) { model, message in
      let (model, commands) = ArchiveUpdater().update(model: model, message: message)
      return (model, commands.map { $0.delayed(by: .seconds(60)) })
    }
    for isFinishing in [true, false] {
      let runtime = try Runtime(
        Program(model: Archive(), pausing), interpreters: interpreters,
        options: RuntimeOptions(clock: ManualClock()))
      runtime.start()
      runtime.dispatch(ArchiveMessage.saveRequested)
      if isFinishing {
        let result = await runtime.finish(within: .seconds(5))
        #expect(result.isComplete)
      } else {
        await runtime.shutdown()
      }
      #expect(runtime.model.isSaved == isFinishing)
    }
  }

  @Test func theCommandsThatStillRunAreNamed() async throws {
    let (kept, clock) = (Locked<[Dispatcher]>([]), ManualClock())
    let stuck = Interpreter.command(SaveArchive.self) { _, dispatch in
      kept.withLock { $0.append(dispatch) }
    }
    let runtime = try Runtime(
      program, interpreters: [opening, stuck], options: RuntimeOptions(clock: clock))
    runtime.start()
    runtime.dispatch(ArchiveMessage.saveRequested)
    async let finished = finishAndComplain(runtime)
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(5))
    #expect(await finished == "still running: SaveArchive")
    kept.withLock { $0 = [] }
  }

  private func finishAndComplain(_ runtime: Runtime<Archive>) async -> String? {
    let result = await runtime.finish(within: .seconds(5))
    if result.isComplete { return nil }
    return "still running: " + result.left.joined(separator: ", ")
  }

  @Test func theMainFunctionWaitsUntilTheAppEndsItself() async throws {
    let runtime = try Runtime(program, interpreters: interpreters)
    runtime.start()
    async let quit: Void = runtime.deliver(ArchiveMessage.quitTapped)

    await runtime.waitUntilEnded()
    await quit
  }

  // MARK: Waiting

  @Test func settleReturnsTheAnswer() async throws {
    let runtime = try Runtime(program, interpreters: interpreters)
    runtime.start()
    let outcome = try await runtime.settle(ArchiveMessage.saveRequested, timeout: .seconds(30))
    #expect(outcome.isSuccess)
    #expect(runtime.model.isSaved)
    await runtime.shutdown()
  }

  // MARK: What keeps it alive

  @Test func aDispatcherKeepsTheRuntimeNotAlive() throws {
    var runtime: Runtime<Archive>? = try Runtime(program, interpreters: interpreters)
    runtime?.start()
    let dispatch = try #require(runtime?.dispatcher)
    dispatch(ArchiveMessage.lineRead("first"))
    runtime = nil
    dispatch(ArchiveMessage.lineRead("late"))
    #expect(dispatch.statistics.handled == 1)
    #expect(dispatch.statistics.lost == 1)
  }
}
