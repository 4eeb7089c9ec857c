import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

/// What a file command with a path leads to; `nil` for success.
struct FileRefusal: Sendable, CustomTestStringConvertible {
  let name: String
  let paths: [String]
  let command: @Sendable (String) -> any Command
  let error: @Sendable (String) -> FileError?

  init(
    _ name: String, _ paths: [String], _ error: @escaping @Sendable (String) -> FileError?,
    _ command: @escaping @Sendable (String) -> any Command
  ) {
    (self.name, self.paths, self.error, self.command) = (name, paths, error, command)
  }

  var testDescription: String { name }
}

extension RealEffects.TwinTests {
  private static let done = Reply(FileMessage.done)

  /// A file `f` with a text, a file `bytes` that is no text, and an empty folder `d`.
  private static let first: [any Command] = [
    WriteFile("f", text: "12345", done), WriteFile("bytes", Data([0xFF]), done),
    MakeFolder("d", done),
  ]

  private static let longName = String(repeating: "é", count: 128)
  private static let longestName = String(repeating: "é", count: 127)

  private static let commands: [(name: String, make: @Sendable (String) -> any Command)] = [
    ("read", { ReadFile($0, Reply(FileMessage.read)) }),
    ("read text", { ReadTextFile($0, Reply(FileMessage.readText)) }),
    ("write", { WriteFile($0, text: "new", done) }),
    ("append", { AppendToFile($0, text: "new", done) }),
    ("remove", { RemoveFile($0, done) }),
    ("list", { ListFolder($0, Reply(FileMessage.listed)) }),
    ("make", { MakeFolder($0, done) }),
  ]

  /// What each command refuses.
  private static let paths: [(paths: [String], error: @Sendable (String) -> FileError)] = [
    (["", "\0", "d/a\0b"], FileError.invalidPath),
    ([longName, "d/\(longName)", "\(longName)/a"], FileError.invalidPath),
    (["/f", "/", "..", "../f", "d/../f"], FileError.outsideRoot),
    (["f/a", "f/\(longName)"], FileError.notAFolder),
  ]

  private static let missing = ["missing/a", "missing/\(longName)", "d/missing/a"]
  private static let folders = [".", "d", "./d", "d/"]

  static let fileRefusals: [FileRefusal] =
    commands.flatMap { command in
      paths.map { FileRefusal(command.name, $0.paths, $0.error, command.make) }
        + (command.name == "make"
          ? [] : [FileRefusal(command.name, missing, FileError.notFound, command.make)])
        + (["list", "make"].contains(command.name)
          ? [] : [FileRefusal(command.name, folders, FileError.notARegularFile, command.make)])
    } + [
      FileRefusal("make on a file", ["f"], FileError.alreadyExists) { MakeFolder($0, done) },
      FileRefusal("make in a file", ["f/a/b"], FileError.notAFolder) { MakeFolder($0, done) },
      FileRefusal("make", ["a/\(longName)/b"], FileError.invalidPath) { MakeFolder($0, done) },
      FileRefusal("list a file", ["f"], FileError.notAFolder) {
        ListFolder($0, Reply(FileMessage.listed))
      },
      FileRefusal("read no text", ["bytes"], FileError.notText) {
        ReadTextFile($0, Reply(FileMessage.readText))
      },
      FileRefusal("read less", ["f"], { .tooLarge(path: $0, limit: 4) }) {
        ReadFile($0, limit: 4, Reply(FileMessage.read))
      },
      FileRefusal("read less than nothing", ["f"], { .tooLarge(path: $0, limit: -1) }) {
        ReadFile($0, limit: -1, Reply(FileMessage.read))
      },
      FileRefusal("write the longest name", [longestName, "d/\(longestName)"], { _ in nil }) {
        WriteFile($0, text: "", done)
      },
    ]

  /// Performs commands one after another, and returns the messages.
  private func messages(of commands: [any Command], by files: Interpreter) async -> [FileMessage] {
    let tester = FileTester(files)
    var messages: [FileMessage] = []
    for command in commands {
      if let message = await tester.message(of: command) { messages.append(message) }
    }
    return messages
  }

  @Test(arguments: fileRefusals)
  func filesRefuseTheSame(_ refusal: FileRefusal) async {
    for path in refusal.paths {
      let folder = TemporaryFolder()
      for (name, files) in twins(.files(root: folder.path), .files(VirtualFiles())) {
        let answer = await messages(of: Self.first + [refusal.command(path)], by: files).last
        #expect(answer?.error == refusal.error(path), "\(name): \(path)")
      }
    }
  }

  @Test func filesKeepTheSameNamesApart() async {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let folder = TemporaryFolder()
    let commands: [any Command] =
      [composed, "f", decomposed].map { WriteFile($0, text: "\($0.utf8.count)", Self.done) }
      + [composed, decomposed].map { ReadTextFile($0, Reply(FileMessage.readText)) }
      + [ListFolder(".", Reply(FileMessage.listed))]
    let real = await messages(of: commands, by: .files(root: folder.path))
    let virtual = await messages(of: commands, by: .files(VirtualFiles()))
    #expect(virtual == real)
    guard case .listed(.success(let entries))? = real.last else {
      Issue.record("the folder was not listed")
      return
    }
    let names = entries.map { Array($0.name.utf8) }
    #if os(Linux)
      #expect(names == [decomposed, "f", composed].map { Array($0.utf8) })
      #expect(real[3] == .readText(.success("2")) && real[4] == .readText(.success("3")))
    #endif
    guard case .listed(.success(let others))? = virtual.last else { return }
    #expect(others.map { Array($0.name.utf8) } == names)
  }

  /// Watches of paths that cannot be watched.
  @Test(arguments: [
    ("", FileError.invalidPath(path: "")), ("a\0b", .invalidPath(path: "a\0b")),
    (longName, .invalidPath(path: longName)), ("../a", .outsideRoot(path: "../a")),
    ("/a", .outsideRoot(path: "/a")), ("f/a", .notAFolder(path: "f/a")),
    ("missing/a", .notFound(path: "missing/a")),
  ])
  func watchesRefuseTheSame(_ path: String, error: FileError) async throws {
    let folder = TemporaryFolder()
    folder.write("", to: "f")
    let virtual = VirtualFiles(["f": ""])
    for (name, files) in twins(.files(root: folder.path), .files(virtual)) {
      for watch in [Watched.Watch.file, Watched.Watch.folder, Watched.Watch.lines] {
        #expect(try await failure(of: watch(path), by: files) == error, "\(name): \(watch(path))")
      }
    }
  }

  /// A file may become a folder while it is watched.
  @Test(
    arguments: [
      (Watched.Watch.file("d"), nil), (.folder("f"), FileError.notAFolder(path: "f")),
      (.lines("d"), .notARegularFile(path: "d")), (.file("f"), nil), (.folder("d"), nil),
      (.lines("f"), nil), (.file("new"), nil), (.lines("new"), nil), (.folder("."), nil),
      (.file("."), .notARegularFile(path: ".")), (.lines("."), .notARegularFile(path: ".")),
      (.folder("new"), .notFound(path: "new")),
    ] as [(Watched.Watch, FileError?)])
  func watchesTakeTheSame(_ watch: Watched.Watch, error: FileError?) async throws {
    let folder = TemporaryFolder()
    folder.write("", to: "f")
    folder.makeFolder("d")
    let virtual = VirtualFiles(["f": "", "d/a": ""])
    for (name, files) in twins(.files(root: folder.path), .files(virtual)) {
      #expect(try await failure(of: watch, by: files) == error, "\(name)")
    }
  }

  private func failure(of watch: Watched.Watch, by files: Interpreter) async throws -> FileError? {
    let clock = ManualClock()
    let runtime = try Runtime(
      Program(model: Watched(watch: watch), WatchedUpdater()), interpreters: [files],
      options: RuntimeOptions(clock: clock))
    runtime.start()
    clock.advance(by: .zero)
    await runtime.shutdown()
    return runtime.model.error
  }
}

extension FileMessage {
  /// The error; `nil` for a success.
  fileprivate var error: FileError? {
    switch self {
    case .read(let result): result.error
    case .readText(let result): result.error
    case .listed(let result): result.error
    case .done(let error): error
    }
  }
}

struct Watched: Model, Equatable {
  enum Watch: Equatable {
    case file(String), folder(String), lines(String)
  }

  var watch: Watch
  var error: FileError?
}

private enum WatchedMessage: Message {
  case changed(FileChange)
  case lines(FileLinesEvent)
}

private struct WatchedUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout Watched, message: WatchedMessage) -> [any Command] {
    switch message {
    case .changed(.failed(let error)), .lines(.failed(let error)): model.error = error
    default: break
    }
    return []
  }

  func subscriptions(model: Watched) -> [any Subscription] {
    switch model.watch {
    case .file(let path): [FileChanged(path, reply { .changed($0) })]
    case .folder(let path): [FolderChanged(path, reply { .changed($0) })]
    case .lines(let path): [FileLines(path, from: .end, reply { .lines($0) })]
    }
  }
}
