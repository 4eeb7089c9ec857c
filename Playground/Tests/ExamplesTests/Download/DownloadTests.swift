import ExamplePrograms
import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaTesting
import Testing

@testable import download

@Suite struct DownloadTests {
  private let urls = ["http://example.com/a.iso", "http://example.com/b.iso?token=1"]

  private func key(_ key: TerminalKey) -> TerminalMessage {
    TerminalMessage.happened(.key(KeyStroke(key)))
  }

  private func started() -> AppTest<Downloads> {
    let app = AppTest(downloadProgram(urls, to: "files"))
    app.start(exhaustive: .model) {
      $0.downloads[0].state = .running
      $0.downloads[1].state = .running
    }
    return app
  }

  @Test func bothAreDownloadedBesideEachOther() {
    let app = started()
    app.respond(to: .get, "/b.iso", .status(200), exhaustive: .model) {
      $0.downloads[1].state = .finished
    }
    app.respond(to: .get, "/a.iso", .status(404), exhaustive: []) { _ in }
    guard case .failed = app.model.downloads[0].state else {
      Issue.record("\(app.model.downloads[0])")
      return
    }
    app.finish()
  }

  @Test func progressIsThatOfTheRow() {
    let app = started()
    let counts = HTTPCounts(received: 512, toReceive: 1_024)
    app.emit(
      \HTTPProgress.reply,
      of: HTTPProgress(of: 1, Reply(DownloadMessage.progressed))
        .in(Downloads.at.downloads[1]), with: counts, exhaustive: .model
    ) { $0.downloads[1].counts = counts }
    app.finish(ignoringPending: [DownloadFile.self])
  }

  @Test(arguments: [
    (HTTPCounts(received: 512, toReceive: 1_024), 10), (HTTPCounts(received: 0, toReceive: 0), 0),
    (HTTPCounts(received: 4_096, toReceive: 1_024), 20),
    (HTTPCounts(received: .max, toReceive: .max), 20),
  ])
  func theBarShowsThePartThatHasCome(counts: HTTPCounts, part: Int) {
    var model = downloadProgram(urls, to: "files").model
    model.downloads[0].counts = counts
    let screen = DownloadsFeature().subscriptions(model: model)
      .compactMap { $0 as? TerminalScreen }.first
    #expect(screen?.lines.first?.count { $0 == "█" } == part)
    #expect(screen?.lines.first?.count { $0 == "░" } == 20 - part)
  }

  @Test func aPausedDownloadGoesOn() {
    let app = started()
    #expect(app.pending(DownloadFile.self).map(\.resumes) == [true, true])
    app.send(key(.character("p")), exhaustive: .model) { $0.downloads[0].state = .paused }
    #expect(app.pending(DownloadFile.self).count == 1)
    app.send(key(.character("r")), exhaustive: .model) { $0.downloads[0].state = .running }
    #expect(app.pending(DownloadFile.self).count == 2)
    app.finish(ignoringPending: [DownloadFile.self])
  }

  @Test func aCancelledDownloadLeavesNothing() {
    let app = started()
    let row = Downloads.at.downloads[0]
    app.send(
      key(.character("c")),
      commands: [
        Send(.cancel, to: row),
        Cancel(id: DownloadFeature.ID.transfer).in(row),
        DiscardDownloadPart(of: "files/a.iso").in(row),
      ], exhaustive: [.model, .commands]
    ) { $0.downloads[0].state = .cancelled }
    app.finish(ignoringPending: [DownloadFile.self, DiscardDownloadPart.self])
  }

  @Test func aFailedDownloadIsRetried() {
    let app = started()
    app.respond(to: .get, "/a.iso", .offline, exhaustive: []) { _ in }
    app.send(key(.character("r")), exhaustive: .model) { $0.downloads[0].state = .running }
    #expect(app.pending(DownloadFile.self).count == 2)
    app.finish(ignoringPending: [DownloadFile.self])
  }

  // MARK: Mirrors

  private let mirror = "http://mirror.example/a.iso"

  /// A program that has asked the address of a file and its mirror.
  private func startedRace() -> AppTest<Downloads> {
    let program = downloadProgram([urls[0]], mirrors: [urls[0]: [mirror]], to: "files")
    let app = AppTest(program)
    let questions = [urls[0], mirror].map { url in
      Fetch(
        HTTPRequest(.head, url).limited(time: .seconds(10)),
        Reply { DownloadMessage.answered(url: url, $0) })
    }
    let row = Downloads.at.downloads[0]
    app.start(
      commands: [
        Send(.start, to: row),
        Race(questions).cancellable(id: DownloadFeature.ID.transfer).in(row),
      ], exhaustive: [.model, .commands]
    ) { $0.downloads[0].state = .running }
    return app
  }

  private func sources(in app: AppTest<Downloads>) -> [String] {
    app.pending(DownloadFile.self).map { "\($0.request.url)" }
  }

  @Test func theFileComesFromTheAddressThatAnswersFirst() {
    let app = startedRace()
    app.respond(to: .head, "/a.iso", .status(200), at: 1, exhaustive: .model) {
      $0.downloads[0].source = mirror
    }
    #expect(app.pending(Fetch.self).isEmpty, "the other address is not asked any more")
    #expect(sources(in: app) == [mirror])
    app.finish(ignoringPending: [DownloadFile.self])
  }

  @Test func anAddressWithoutTheFileIsNotTaken() {
    let app = startedRace()
    app.respond(to: .head, "/a.iso", .status(404), at: 1, exhaustive: .model)
    app.respond(to: .head, "/a.iso", .status(200), exhaustive: .model) {
      $0.downloads[0].source = urls[0]
    }
    #expect(sources(in: app) == [urls[0]])
    app.finish(ignoringPending: [DownloadFile.self])
  }

  @Test func ifNoneAnswersTheFirstAddressSaysWhy() {
    let app = startedRace()
    app.respond(to: .head, "/a.iso", .offline, at: 0, exhaustive: .model)
    app.respond(to: .head, "/a.iso", .offline, exhaustive: .model) {
      $0.downloads[0].source = urls[0]
    }
    #expect(sources(in: app) == [urls[0]])
    app.finish(ignoringPending: [DownloadFile.self])
  }

  @Test func aPausedDownloadGoesOnFromItsAddressAndAFailedOneAsksAgain() {
    let app = startedRace()
    app.respond(to: .head, "/a.iso", .status(200), at: 1, exhaustive: false) { _ in }
    app.send(key(.character("p")), exhaustive: false) { $0.downloads[0].state = .paused }
    app.send(key(.character("r")), exhaustive: false) { $0.downloads[0].state = .running }
    #expect(sources(in: app).last == mirror)
    app.respond(to: .get, "/a.iso", .offline, exhaustive: false) {
      $0.downloads[0].source = nil
    }
    app.send(key(.character("r")), exhaustive: false) { $0.downloads[0].state = .running }
    #expect(app.pending(Fetch.self).count == 2)
    app.finish(ignoringPending: [DownloadFile.self, Fetch.self])
  }

  @Test func aMirrorBelongsToTheAddressBeforeIt() throws {
    let (urls, mirrors) = try downloadAddresses(["a", "b", "--mirror", "c", "--mirror", "d"])
    #expect(urls == ["a", "b"] && mirrors == ["b": ["c", "d"]])
    for (arguments, error) in [
      ([], ArgumentError.missing("URL")), (["-x"], .unexpected("-x")),
      (["--mirror", "c"], .missing("URL before --mirror")),
      (["a", "--mirror"], .valueMissing(option: "--mirror")),
    ] {
      #expect(throws: error) { try downloadAddresses(arguments) }
    }
  }

  @Test func withoutInputTheProgramEndsWithTheLastDownload() {
    let app = started()
    app.send(key(.character("c")), exhaustive: .model) { $0.downloads[0].state = .cancelled }
    app.send(TerminalMessage.happened(.end)) { $0.isInputOver = true }
    app.respond(
      to: .get, "/b.iso", .status(200), commands: [ExitProcess(1)],
      exhaustive: [.model, .commands]
    ) { $0.downloads[1].state = .finished }
    app.finish(ignoringPending: [ExitProcess.self, DiscardDownloadPart.self])
  }

  @Test func withoutInputAPausedDownloadDoesNotKeepTheProgramRunning() {
    let app = started()
    app.send(key(.character("p")), exhaustive: .model) { $0.downloads[0].state = .paused }
    app.send(TerminalMessage.happened(.end)) { $0.isInputOver = true }
    app.respond(
      to: .get, "/b.iso", .status(200), commands: [ExitProcess(1)],
      exhaustive: [.model, .commands]
    ) { $0.downloads[1].state = .finished }
    app.finish(ignoringPending: [ExitProcess.self])
  }

  @Test func anInputThatIsOverBeforeTheDownloadsStartEndsNothing() {
    let test = StepTest(downloadProgram(urls, to: "files"))
    test.send(TerminalMessage.happened(.end)) { $0.isInputOver = true }
  }

  @Test func theKeyQQuits() {
    let test = StepTest(downloadProgram(urls, to: "files"))
    test.send(
      key(.character("q")), commands: [ExitProcess(1)], exhaustive: [.model, .commands]
    ) {
      $0.downloads[0].state = .paused
      $0.downloads[1].state = .paused
    }
    var finished = downloadProgram(urls, to: "files").model
    for index in finished.downloads.indices { finished.downloads[index].state = .finished }
    StepTest(DownloadsFeature(), model: finished)
      .send(key(.character("q")), commands: [ExitProcess(0)])
  }

  /// The lines remain on the terminal, where nothing runs any more.
  @Test func nothingIsShownAsRunningAfterQuitting() {
    for (message, status) in [(key(.character("q")), 1), (TerminalMessage.interrupted, 130)] {
      let app = started()
      app.send(message, commands: [ExitProcess(Int32(status))], exhaustive: .commands) { _ in }
      let screen = app.running.compactMap { $0 as? TerminalScreen }.first
      #expect(screen?.lines.first?.contains("paused") == true)
      #expect(screen?.lines.contains { $0.contains("running") } == false)
      app.finish(ignoringPending: [DownloadFile.self, ExitProcess.self])
    }
  }

  @Test func anErrorHasLinesOfItsOwn() {
    var model = downloadProgram(urls, to: "files").model
    model.downloads[0].state = .failed(
      "It is \u{1B}[2Jbroken. " + String(repeating: "word ", count: 20))
    let screen = DownloadsFeature().subscriptions(model: model)
      .compactMap { $0 as? TerminalScreen }.first
    #expect(screen?.lines[1].hasPrefix("    It is broken. word") == true)
    #expect(screen?.lines.filter { $0.count > 60 } == [])
  }

  @Test func filesOfOneNameDoNotReplaceEachOther() {
    let urls = [
      "http://a.example/a.iso", "http://b.example/A.ISO", "http://c.example/2-a.iso",
      "http://d.example", "http://e.example/download-4",
    ]
    let names = downloadProgram(urls, to: "files").model.downloads.map(\.path)
    #expect(
      names == [
        "files/a.iso", "files/2-A.ISO", "files/3-2-a.iso", "files/download-4",
        "files/5-download-4",
      ])
  }

  @Test(arguments: [
    ("http://a.example/x/y.iso", "y.iso"), ("http://a.example", "download-1"),
    ("http://a.example/..", "download-1"), ("http://a.example/.bashrc", "download-1"),
    ("http://a.example/%2e%2e%2fpasswd", "download-1"), ("http://a.example/a.iso?x=/etc", "a.iso"),
  ]) func theNameIsFitForAFolder(url: String, name: String) {
    let program = downloadProgram([url], to: "files")
    #expect(program.model.downloads[0].path == "files/\(name)")
  }

  @Test func everythingIsWired() {
    expectWiring(of: downloadProgram(urls, to: "files"), interpreters: downloadInterpreters())
  }
}
