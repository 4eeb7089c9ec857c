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
  case opened([String]), lineRead(String), saveRequested, saved
}

struct OpenArchive: Command, Equatable { var reply = Reply(ArchiveMessage.opened) }

struct SaveArchive: Command, Equatable { var lines: [String] }

struct ArchiveUpdater: TypedUpdater {
  func update(model: inout Archive, message: ArchiveMessage) -> [any Command] {
    switch message {
    case .opened(let lines): model.lines = lines + model.lines
    case .lineRead(let line): model.lines.append(line)
    case .saveRequested: return [SaveArchive(lines: model.lines)]
    case .saved: model.isSaved = true
    }
    return []
  }
}

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

@Test func aToolImportsSavesAndEnds() async throws {
  let saved = Locked<[String]>([])
  let interpreters: [Interpreter] = [
    .command(OpenArchive.self) { command, dispatch in dispatch(command.reply(["first"])) },
    .command(SaveArchive.self) { command, dispatch in
      saved.withLock { $0 = command.lines }
      dispatch(ArchiveMessage.saved)
    },
  ]
  #expect(try await importLines(["second", "third"], interpreters) == 0)
  #expect(saved.withLock { $0 } == ["first", "second", "third"])
}
