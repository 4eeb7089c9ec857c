import Foundation
import KatanaConsole
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaConsoleInterpreters

extension RealEffects {
  @Suite struct ProgramOutputTests {
    private let clock = ManualClock()
    private let recorder: RecordingDispatcher

    init() { recorder = RecordingDispatcher(clock: clock) }

    private func start(
      _ script: String, lineLimit: Int = 100
    ) -> RecordedSubscription<ProgramOutputInterpreter> {
      recorder.start(
        ProgramOutputInterpreter.self,
        ProgramOutput("sh", ["-c", script], lineLimit: lineLimit, Reply(ProgramMessage.event)))
    }

    private func lines(_ count: Int) async -> [String] {
      var lines: [String] = []
      while lines.count < count, let message = await recorder.next(as: ProgramMessage.self) {
        guard case .event(.lines(let more)) = message else { return lines + ["\(message)"] }
        lines += more.map { $0.isCut ? $0.text + "…" : $0.text }
      }
      return lines
    }

    @Test func linesAreSentInOrderThenTheEnd() async {
      let running = start("seq 5000; printf rest; exit 2")
      #expect(await lines(5_001) == (1...5_000).map(String.init) + ["rest"])
      await recorder.expect(ProgramMessage.event(.ended(.status(2))))
      running.stop()
      await running.ended()
      recorder.expectNoMore()
    }

    @Test func errorLinesAreToldApart() async {
      let running = start("echo bad >&2")
      await recorder.expect(
        ProgramMessage.event(.errorLines(["bad"])), ProgramMessage.event(.ended(.status(0))))
      running.stop()
      await running.ended()
    }

    @Test func linesComeWhileTheProgramRunsAndStopEndsIt() async {
      let running = start("echo $$; exec sleep 1000")
      let pid = await lines(1).first.flatMap { pid_t($0) } ?? 0
      #expect(kill(pid, 0) == 0)
      running.stop()
      await running.ended()
      await gone(pid)
    }

    @Test func aStubbornProgramIsKilledAfterTheGraceTime() async {
      let running = start("trap '' TERM; echo $$; while :; do sleep 1000; done")
      let pid = await lines(1).first.flatMap { pid_t($0) } ?? 0
      running.stop()
      #expect(clock.scheduledTimes == [.seconds(2)])
      #expect(kill(pid, 0) == 0)
      clock.advance(by: .seconds(2))
      await gone(pid)
    }

    @Test func aProgramThatCannotStartIsAnEvent() async {
      let running = recorder.start(
        ProgramOutputInterpreter.self,
        ProgramOutput("no-such-program", [], Reply(ProgramMessage.event)))
      await recorder.expect(
        ProgramMessage.event(.failed(.notFound(program: "no-such-program"))))
      running.stop()
      await running.ended()
    }

    @Test func aLineThatIsCutSaysSo() async {
      let running = start("echo 1234567890; echo ab", lineLimit: 5)
      #expect(await lines(2) == ["12345…", "ab"])
      await recorder.expect(ProgramMessage.event(.ended(.status(0))))
      running.stop()
    }

    /// Waits until no process has the identifier. A zombie would keep it for ever. The system tells only a
    /// parent when a process ends, so this asks again and again, on a thread of its own.
    private func gone(_ pid: pid_t) async {
      await onThread {
        let end = Date(timeIntervalSinceNow: 60)
        while kill(pid, 0) == 0, Date() < end { sched_yield() }
      }
      #expect(kill(pid, 0) == -1 && errno == ESRCH)
    }

    @Test func programsAreFoundByThePath() throws {
      func find(_ program: String, _ path: String) throws(ProgramError) -> String {
        try ProgramPath.find(program, path: path) { candidate in
          ["/b/tool": .executable, "/a/data": .notExecutable, "./here": .executable][candidate]
        }
      }
      #expect(try find("tool", "/a:/b") == "/b/tool")
      #expect(try find("/x/tool", "/a") == "/x/tool")
      #expect(try find("here", "/a::/b") == "./here")
      // In Swift, a combining accent forms one `Character` with the slash before it.
      #expect(try find("x/\u{301}tool", "/a") == "x/\u{301}tool")
      #expect(throws: ProgramError.permissionDenied(program: "data")) { try find("data", "/a") }
      #expect(throws: ProgramError.notFound(program: "tool")) { try find("tool", "/a") }
    }
  }
}
