import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

extension RealEffects {
  @Suite struct VirtualFilesTests {
    private let done = Reply(FileMessage.done)

    /// Returns a command that follows from random numbers.
    private func command(_ kind: Int, _ path: String, _ text: String) -> any Command {
      switch kind {
      case 0: ReadTextFile(path, limit: 6, Reply(FileMessage.readText))
      case 1: WriteFile(path, text: text, done)
      case 2: AppendToFile(path, text: text, done)
      case 3: RemoveFile(path, done)
      case 4: ListFolder(path, Reply(FileMessage.listed))
      default: MakeFolder(path, done)
      }
    }

    private func message(of command: any Command, by files: Interpreter) async -> FileMessage? {
      func run(_ command: some Command) async -> FileMessage? {
        let recorder = RecordingDispatcher()
        recorder.run(files, command)
        return await recorder.next(as: FileMessage.self)
      }
      return await run(command)
    }

    /// Random numbers from a fixed seed, so that each run of the test has the same ones.
    private struct Numbers: RandomNumberGenerator {
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15

      mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
      }
    }

    @Test func virtualFilesAnswerAsTheFilesOfTheSystemDo() async {
      let paths = [
        "a", "b", "f/a", "f/g/b", "f", "f/g", ".", "../a", "/a", "", "a/b", "./a", "f//a",
      ]
      var numbers = Numbers()
      for _ in 0..<10 {
        let folder = TemporaryFolder()
        let (real, virtual) = (
          Interpreter.files(root: folder.path), Interpreter.files(VirtualFiles())
        )
        var history: [String] = []
        for _ in 0..<50 {
          let command = command(
            Int.random(in: 0..<6, using: &numbers), paths.randomElement(using: &numbers) ?? "a",
            String(repeating: "x", count: Int.random(in: 0..<4, using: &numbers)))
          history.append("\(command)")
          let (expected, actual) = (
            await message(of: command, by: real), await message(of: command, by: virtual)
          )
          #expect(actual == expected, "after \(history.joined(separator: "\n"))")
          if actual != expected { return }
        }
      }
    }

    @Test func theTestSeesAndSetsTheFiles() {
      let files = VirtualFiles(["f/notes.txt": "tea"])
      #expect(files["f/notes.txt"] == "tea")
      #expect(files["notes.txt"] == nil)
      files["g/other.txt"] = "1"
      #expect(files["g/other.txt"] == "1")
      files["g/other.txt"] = nil
      #expect(files["g/other.txt"] == nil)
    }

    struct Notes: Model, Equatable {
      var text = ""
      var errors = 0
    }

    enum NoteMessage: Message, Equatable {
      case opened
      case read(Outcome<String, FileError>)
      case typed(String)
      case saved(FileError?)
    }

    struct NotesUpdater: TypedUpdater {
      func update(model: inout Notes, message: NoteMessage) -> [any Command] {
        switch message {
        case .opened: return [ReadTextFile("notes.txt", Reply(NoteMessage.read))]
        case .read(.success(let text)): model.text = text
        case .read(.failure): model.errors += 1
        case .typed(let text):
          model.text += text
          return [WriteFile("notes.txt", text: model.text, Reply(NoteMessage.saved))]
        case .saved(let error): if error != nil { model.errors += 1 }
        }
        return []
      }
    }

    @Test func anAppTestPerformsTheCommandsAtOnce() {
      let files = VirtualFiles(["notes.txt": "tea"])
      let app = AppTest(Program(model: Notes(), NotesUpdater()), interpreters: [.files(files)])
      app.send(
        NoteMessage.opened, sends: [NoteMessage.read(.success("tea"))],
        commands: [ReadTextFile("notes.txt", Reply(NoteMessage.read))]
      ) { $0.text = "tea" }
      app.send(
        NoteMessage.typed("!"), sends: [NoteMessage.saved(nil)],
        commands: [WriteFile("notes.txt", text: "tea!", Reply(NoteMessage.saved))]
      ) { $0.text = "tea!" }
      app.finish()
      #expect(files["notes.txt"] == "tea!")
    }

    @Test func theSeedChoosesTimesAndFailuresAndKeepsTheOrder() {
      let failures = Locked(0)
      let seen = explore(
        seeds: 100, sending: [NoteMessage.typed("a"), NoteMessage.typed("b"), .typed("c")]
      ) { simulation in
        let files = VirtualFiles(conditions: .chosen(by: simulation))
        return Simulated(Program(model: Notes(), NotesUpdater()), interpreters: [.files(files)])
          .eventually("the file is the last text, or something failed") { model in
            failures.withLock { $0 += model.errors }
            return model.errors > 0 || files["notes.txt"] == model.text
          }
      }
      #expect(seen.orders > 3)
      #expect(failures.withLock { $0 } > 5)
    }
  }
}
