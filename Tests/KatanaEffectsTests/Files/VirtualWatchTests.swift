import Foundation
import KatanaConsole
import KatanaConsoleTesting
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct VirtualWatchTests {
  enum Seen: Message, Equatable {
    case file(FileChange)
    case folder(FileChange)
    case lines(FileLinesEvent)
    case saved(FileError?)
    case downloaded(Outcome<HTTPResponse, HTTPError>)
    case program(ProgramEvent)
  }

  private let files = VirtualFiles(["log/a.txt": "1\n2"])
  private let clock = ManualClock()
  private let recorder: RecordingDispatcher
  private let count = Locked(0)

  init() { recorder = RecordingDispatcher(clock: clock) }

  /// Advances the clock, and returns the messages that were sent since the last call.
  private func sent() -> [Seen] {
    clock.advance(by: .zero)
    let all = recorder.messages.compactMap { $0 as? Seen }
    return count.withLock { count in
      defer { count = all.count }
      return Array(all.dropFirst(count))
    }
  }

  @Test func aFileIsWatchedWhileItComesAndGoes() async {
    let watch = recorder.start(.files(files), FileChanged("log/b.txt", Reply(Seen.file)))
    #expect(sent() == [])
    files["log/b.txt"] = "x"
    files["log/b.txt"] = "x"
    files["log/a.txt"] = "other"
    #expect(sent() == [.file(.changed)])
    files["log/b.txt"] = "x"
    #expect(sent() == [.file(.changed)])
    files["log/b.txt"] = nil
    #expect(sent() == [.file(.removed)])
    watch.stop()
    files["log/b.txt"] = "y"
    #expect(sent() == [])
    #expect(clock.scheduledCount == 0)
    await watch.ended()
  }

  @Test func aFolderIsWatchedUntilItIsGone() async {
    let watch = recorder.start(.files(files), FolderChanged("log", Reply(Seen.folder)))
    #expect(sent() == [])
    files["log/deep/c.txt"] = "x"
    #expect(sent() == [.folder(.changed)])
    files["log/deep/c.txt"] = "y"
    #expect(sent() == [])
    files["log/a.txt"] = nil
    #expect(sent() == [.folder(.changed)])
    watch.stop()
    await watch.ended()
    let nowhere = recorder.start(.files(files), FolderChanged("nowhere", Reply(Seen.folder)))
    #expect(sent() == [.folder(.failed(.notFound(path: "nowhere")))])
    nowhere.stop()
    await nowhere.ended()
  }

  @Test func linesAreFollowedThroughAppendingAndReplacing() async {
    let lines = recorder.start(
      .files(files), FileLines("log/a.txt", from: .beginning, lineLimit: 3, Reply(Seen.lines)))
    #expect(sent() == [.lines(.lines(["1"]))])
    files.append("34567\n5", to: "log/a.txt")
    #expect(sent() == [.lines(.lines([TextLine("234", isCut: true)]))])
    files["log/a.txt"] = "new\n"
    #expect(sent() == [.lines(.lines(["5"])), .lines(.restarted), .lines(.lines(["new"]))])
    files["log/a.txt"] = nil
    #expect(sent() == [])
    files["log/a.txt"] = ""
    #expect(sent() == [.lines(.restarted)])
    files.append("x\n", to: "log/a.txt")
    #expect(sent() == [.lines(.lines(["x"]))])
    lines.stop()
    await lines.ended()
    let late = recorder.start(
      .files(files), FileLines("log/a.txt", from: .end, Reply(Seen.lines)))
    files.append("y\n", to: "log/a.txt")
    #expect(sent() == [.lines(.lines(["y"]))])
    late.stop()
    await late.ended()
  }

  @Test func whatCommandsWriteIsSeenToo() async {
    let watch = recorder.start(.files(files), FileChanged("log/a.txt", Reply(Seen.file)))
    _ = sent()
    recorder.run(.files(files), AppendToFile("log/a.txt", text: "!", Reply(Seen.saved)))
    #expect(sent() == [.saved(nil), .file(.changed)])
    watch.stop()
    await watch.ended()
  }

  @Test func aDownloadIsWrittenToTheFiles() async {
    let server = VirtualServer(files: files) { $0.path == "/a" ? .text("body") : .status(404) }
    for (url, path) in [("http://s/a", "log/d.txt"), ("http://s/b", "log/e.txt")] {
      recorder.run(.http(server), DownloadFile(.get(url), to: path, Reply(Seen.downloaded)))
    }
    #expect(files["log/d.txt"] == "body")
    #expect(files["log/e.txt"] == nil)
    _ = sent()
    recorder.run(
      .http(server), DownloadFile(.get("http://s/a"), to: "no/d.txt", Reply(Seen.downloaded)))
    guard case .downloaded(.failure(.fileUnwritable(.notFound("no/d.txt"))))? = sent().first else {
      Issue.record("a download into a folder that is missing has failed")
      return
    }
  }

  @Test func aProgramSendsItsEvents() async {
    let events: [ProgramEvent] = [.lines(["a", "b"]), .ended(.status(0))]
    let programs = VirtualPrograms(events: { launch in
      launch.executable == "tail" ? events : [.failed(.notFound(program: launch.executable))]
    }) { .failure(.notFound(program: $0.executable)) }
    for (name, expected) in [
      ("tail", events), ("head", [.failed(.notFound(program: "head"))]),
    ] {
      let output = recorder.start(
        .processes(programs), ProgramOutput(name, [], Reply(Seen.program)))
      #expect(sent() == expected.map(Seen.program))
      output.stop()
      await output.ended()
    }
  }
}
