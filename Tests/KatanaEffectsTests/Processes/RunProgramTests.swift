import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

enum ProgramMessage: Message, Equatable {
  case ran(Outcome<ProgramResult, ProgramError>)
  case event(ProgramEvent)
  case file(FileChange)
}

extension RealEffects {
  @Suite struct RunProgramTests {
    private let folder = TemporaryFolder()
    private let clock = ManualClock()
    private let recorder: RecordingDispatcher
    private let processes = Interpreter.processes()
    private let reply = Reply(ProgramMessage.ran)

    init() { recorder = RecordingDispatcher(clock: clock) }

    private func result(of command: RunProgram) async -> Outcome<ProgramResult, ProgramError>? {
      let run = recorder.run(processes, command)
      guard case .ran(let result) = await recorder.next(as: ProgramMessage.self) else { return nil }
      await run.ended()
      return result
    }

    /// Returns the result of a shell script, all of which are written in this file.
    private func shell(
      _ script: String, environment: [String: String]? = nil, in workingDirectory: String? = nil,
      input: Data = Data(), limit: Int = 1 << 20
    ) async -> ProgramResult? {
      try? await result(
        of: RunProgram(
          "sh", ["-c", script], environment: environment, workingDirectory: workingDirectory,
          input: input, outputLimit: limit, reply))?.get()
    }

    @Test func theOutputsAndTheStatusAreTheResult() async {
      let result = await shell("echo out; echo err >&2; exit 3")
      #expect(
        result
          == ProgramResult(
            exit: .status(3), output: Data("out\n".utf8), errorOutput: Data("err\n".utf8)))
      #expect(result?.text == "out\n" && result?.errorText == "err\n")
      #expect(await shell("exit 0")?.exit.isSuccess == true)
    }

    @Test func aSignalIsTheEnd() async {
      #expect(await shell("kill -KILL $$")?.exit == .signal(9))
    }

    @Test func argumentsAreNeverReadByAShell() async throws {
      let arguments = ["%s|", "a b", "$HOME", "*", "`id`", "", "ü"]
      #expect(
        try await result(of: RunProgram("printf", arguments, reply))?.get().text
          == "a b|$HOME|*|`id`||ü|")
    }

    @Test func theEnvironmentIsTheGivenOne() async throws {
      let result = await result(
        of: RunProgram("/usr/bin/env", [], environment: ["B": "2", "A": "1 x"], reply))
      #expect(try result?.get().text == "A=1 x\nB=2\n")
    }

    @Test func whatAProgramIsGivenIsNotPrinted() {
      let bytes = Data("hunter2".utf8)
      let (variables, given) = (["TOKEN": "hunter2"], "-104-117-110-116-101-114-50")
      let commands: [Any] = [
        RunProgram("env", [], environment: variables, input: bytes, reply),
        ProgramOutput("env", [], environment: variables, input: bytes, Reply(ProgramMessage.event)),
      ]
      for command in commands {
        var dumped = "\(command)" + String(reflecting: command)
        dump(command, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        // The bytes of short data are dumped as numbers.
        #expect(!dumped.filter { !$0.isWhitespace }.contains(given))
      }
    }

    @Test func theWorkingDirectoryIsTheGivenOne() async {
      #expect(await shell("pwd -P", in: "/usr")?.text == "/usr\n")
      let missing = RunProgram("pwd", [], workingDirectory: folder("missing"), reply)
      #expect(
        await result(of: missing)
          == .failure(.workingDirectoryNotFound(path: folder("missing"))))
    }

    @Test func theInputIsReadAsAWhole() async throws {
      let input = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
      let command = RunProgram("cat", [], input: input, outputLimit: 2_000_000, reply)
      #expect(try await result(of: command)?.get() == ProgramResult(output: input))
      #expect(await shell("cat", input: Data())?.output == Data())
    }

    @Test func aProgramThatDoesNotReadItsInputEndsAsItLikes() async {
      #expect(
        await shell("exec 0<&-; exit 4", input: Data(count: 1_000_000))?.exit == .status(4))
    }

    @Test func theRestOfALongOutputIsLeftOut() async {
      let result = await shell("head -c 300000 /dev/zero; echo err >&2", limit: 10)
      #expect(result?.output == Data(count: 10))
      #expect(result?.errorOutput == Data("err\n".utf8))
      #expect(result?.isCut == true)
      #expect(await shell("printf 1234567890", limit: 10)?.isCut == false)
    }

    @Test func aMissingOrForbiddenProgramIsAnError() async {
      folder.write("", to: "file")
      folder.setMode(of: "file", to: 0o644)
      #expect(
        await result(of: RunProgram("no-such-program", [], reply))
          == .failure(.notFound(program: "no-such-program")))
      #expect(
        await result(of: RunProgram(folder("missing"), [], reply))
          == .failure(.notFound(program: folder("missing"))))
      #expect(
        await result(of: RunProgram(folder("file"), [], reply))
          == .failure(.permissionDenied(program: folder("file"))))
      #expect(
        await result(of: RunProgram("file", [], environment: ["PATH": folder.path], reply))
          == .failure(.permissionDenied(program: "file")))
    }

    @Test func nothingIsInheritedButTheThreeStreams() async throws {
      // Opened without close-on-exec, as some libraries do.
      let open = open("/dev/null", O_RDONLY)
      defer { close(open) }
      let names = await shell("ls /proc/self/fd")?.text.split(separator: "\n").map(String.init)
      // `ls` itself opened the fourth one, for the folder that it lists.
      #expect(names == ["0", "1", "2", "3"])
    }

    @Test func signalsAreThoseOfANewProcess() async throws {
      let status = await shell("cat /proc/self/status")?.text ?? ""
      for name in ["SigBlk:\t", "SigIgn:\t"] {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        let signals = line.flatMap { UInt64($0.dropFirst(name.count), radix: 16) }
        // Signals 32 and 33 belong to the C library, so they are left out.
        #expect(signals.map { $0 & 0x7FFF_FFFF } == 0)
      }
    }

    @Test func aCancelledProgramAndItsChildrenEnd() async {
      let run = await start("sleep 1000 & echo $! > pid; mv pid started; wait")
      let child = pid_t(folder.read("started")?.dropLast() ?? "") ?? 0
      run.cancel()
      #expect(await ended(child))
      // On a system whose first process collects no others, the child is in the group until the end
      // of the grace time.
      clock.advance(by: .seconds(2))
      await run.ended()
      #expect(clock.scheduledCount == 0)
      recorder.expectNoMore()
    }

    /// A shell ends at once, while a program that it has started still writes more than the pipe holds
    /// and the last look at it reads, and saves its data. It then goes on.
    @Test func whatTheProgramHasStartedHasTheGraceTimeToo() async {
      let child = """
        trap 'head -c 6000000 /dev/zero; echo > saving; mv saving saved' TERM
        : > ready
        while :; do sleep 1000 & wait $!; done
        """
      let ready = "until [ -e ready ]; do :; done"
      // The shell waits by a command of its own, which a signal ends at once. While it starts a
      // program, a signal may reach that program only.
      let run = await start(
        "(\(child)) & echo $! > pid; \(ready); mv pid started; wait", grace: .seconds(3))
      let pid = pid_t(folder.read("started")?.dropLast() ?? "") ?? 0
      let saved = await watch("saved")
      run.cancel()
      await expectFile(saved)
      #expect(pid > 0 && kill(pid, 0) == 0)
      clock.advance(by: .seconds(3))
      await run.ended()
      #expect(await ended(pid))
      #expect(clock.scheduledCount == 0)
    }

    @Test func aProgramThatIgnoresTheRequestIsKilledAfterTheGraceTime() async {
      let run = await start(
        "trap '' TERM; echo > s; mv s started; while :; do sleep 1000; done", grace: .seconds(3))
      run.cancel()
      #expect(clock.scheduledTimes == [.seconds(3)])
      clock.advance(by: .seconds(3))
      await run.ended()
    }

    @Test func aProgramThatRunsForTooLongIsEnded() async {
      recorder.run(
        processes, RunProgram("sleep", ["1000"], timeLimit: .seconds(5), reply))
      #expect(clock.scheduledTimes == [.seconds(5)])
      clock.advance(by: .seconds(5))
      await recorder.expect(
        ProgramMessage.ran(.failure(.timedOut(program: "sleep", limit: .seconds(5)))))
    }

    @Test func othersThatGoOnAreNotWaitedFor() async {
      let result = await shell("echo $$; (sleep 1000 & echo $!) ; exit 0")
      let lines = result?.text.split(separator: "\n") ?? []
      #expect(lines.count == 2)
      kill(lines.last.flatMap { pid_t($0) } ?? 0, SIGKILL)
    }

    @Test func nothingIsLeftBehind() async {
      for _ in 0..<3 { _ = await shell("true") }
      let before = openDescriptors()
      for _ in 0..<200 {
        _ = await shell("echo x; echo y >&2")
        _ = await result(of: RunProgram("no-such-program", [], reply))
      }
      // A leak would be at least one descriptor for each of the 200 programs that were started.
      // Other tests may open some meanwhile.
      #expect(openDescriptors() < before + 150)
    }

    private func openDescriptors() -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// Runs a shell script, and waits until the file "started" is there.
    private func start(_ script: String, grace: Duration = .seconds(2)) async -> RecordedRun {
      let started = await watch("started")
      let run = recorder.run(
        processes,
        RunProgram(
          "sh", ["-c", script], workingDirectory: folder.path, grace: grace, reply))
      await expectFile(started)
      return run
    }

    private func watch(_ name: String) async -> RecordedSubscription<FileChangedInterpreter> {
      recorder.start(FileChanged(folder(name), Reply(ProgramMessage.file))) {
        FileChangedInterpreter(FilePaths(root: nil), $0, $1)
      }
    }

    private func expectFile(_ watch: RecordedSubscription<FileChangedInterpreter>) async {
      await recorder.expect(ProgramMessage.file(.changed))
      watch.stop()
    }
  }
}

/// Waits until a process that is not a child of this one has ended. Its parent may not have read
/// its status yet. The system tells only a parent when a process ends, so this asks again and again,
/// on a thread of its own.
func ended(_ pid: pid_t) async -> Bool {
  @Sendable func isRunning() -> Bool {
    if kill(pid, 0) == -1 { return false }
    let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z") } ?? false
  }
  await onThread {
    let end = Date(timeIntervalSinceNow: 60)
    while isRunning(), Date() < end { sched_yield() }
  }
  return pid > 0 && !isRunning()
}
