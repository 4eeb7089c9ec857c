import Foundation
import KatanaConsole
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

/// What each command answers with and each subscription sends, as the guides of effects show it.
@Suite struct AnswersGuideTests {
  struct Asked: Model, Equatable {
    typealias Receives = AskedMessage
    var answers = 0
  }

  enum AskedMessage: Message, Equatable { case asked, answered(String) }

  struct AskedFeature: TypedUpdater, SubscriptionProvider {
    var commands: [any Command]
    var declared: [any Subscription]

    func update(model: inout Asked, message: AskedMessage) -> [any Command] {
      if message == .asked { return commands }
      model.answers += 1
      return []
    }

    func subscriptions(model: Asked) -> [any Subscription] { declared }
  }

  static func reply<Value>() -> Reply<Value> { Reply { AskedMessage.answered("\($0)") } }

  /// Returns a test in which these commands are pending and these subscriptions are active.
  static func asking(
    _ commands: [any Command], _ subscriptions: [any Subscription] = []
  ) -> AppTest<Asked> {
    let feature = AskedFeature(commands: commands, declared: subscriptions)
    let app = AppTest(Program(model: Asked(), feature), exhaustive: false)
    app.start()
    app.send(.asked)
    return app
  }

  @Test func files() {
    let app = Self.asking(
      [
        ReadFile("a", Self.reply()), ReadTextFile("a", Self.reply()),
        ListFolder("a", Self.reply()), WriteFile("a", text: "", Self.reply()),
        AppendToFile("a", text: "", Self.reply()), RemoveFile("a", Self.reply()),
        MakeFolder("a", Self.reply()),
      ],
      [
        FileChanged("a", Self.reply()), FolderChanged("a", Self.reply()),
        FileLines("a", from: .end, Self.reply()),
      ])
    app.answer(\ReadFile.reply, with: .success(Data("tea".utf8)))
    app.answer(\ReadTextFile.reply, with: .failure(.notFound(path: "diary.txt")))
    app.answer(\ListFolder.reply, with: .success([FolderEntry(name: "a.txt", kind: .file)]))
    app.answer(\WriteFile.reply, with: nil)
    app.answer(\AppendToFile.reply, with: .noSpace(path: "diary.txt"))
    app.answer(\RemoveFile.reply, with: nil)
    app.answer(\MakeFolder.reply, with: nil)
    app.emit(\FileChanged.reply, with: .changed)
    app.emit(\FolderChanged.reply, with: .removed)
    app.emit(\FileLines.reply, with: .lines(["one", TextLine("two", isCut: true)]))
    #expect(app.model.answers == 10)
    app.finish()
  }

  @Test func programs() {
    let app = Self.asking(
      [RunProgram("git", ["status"], Self.reply())], [ProgramOutput("a", [], Self.reply())])
    app.answer(\RunProgram.reply, with: .success(ProgramResult(exit: .status(1))))
    app.emit(\ProgramOutput.reply, with: .lines(["one"]))
    app.emit(\ProgramOutput.reply, with: .ended(.signal(15)))
    #expect(app.model.answers == 3)
    app.finish()
  }

  @Test func http() {
    let path = "a.jpg"
    let app = Self.asking(
      [
        Fetch(.get("https://example.com/a"), Self.reply()),
        FetchJSON<[Headline]>(.get("https://example.com/b"), Self.reply()),
        DownloadFile(.get("https://example.com/c"), to: path, Self.reply()),
        SendToWebSocket(Transfer.chat, .text("hello"), Self.reply()),
      ],
      [
        HTTPProgress(of: Transfer.photo, Self.reply()),
        ServerSentEvents(.get("https://example.com/live"), Self.reply()),
        WebSocketMessages(.get("wss://example.com"), as: Transfer.chat, Self.reply()),
      ])
    app.answer(\Fetch.reply, with: .success(HTTPResponse(status: 201)))
    app.answer(\FetchJSON<[Headline]>.reply, with: .success([Headline(title: "Elm")]))
    app.answer(\DownloadFile.reply, with: .failure(.fileUnwritable(.noSpace(path: path))))
    app.answer(\SendToWebSocket.reply, with: nil)
    app.emit(\HTTPProgress.reply, with: HTTPCounts(received: 10, toReceive: 100))
    app.emit(\ServerSentEvents.reply, with: .event(ServerSentEvent(data: "hello")))
    app.emit(\WebSocketMessages.reply, with: .received(.text("hello")))
    #expect(app.model.answers == 7)
    app.finish()
  }

  @Test func terminal() throws {
    let page = try #require(URL(string: "https://example.com"))
    let app = Self.asking(
      [
        Print("a", Self.reply()), Prompt("> ", Self.reply()), PromptSecret("> ", Self.reply()),
        OpenURL(page, Self.reply()), ExitProcess(),
      ],
      [
        StandardInputLine(Self.reply()), TerminalInput(Self.reply()),
        SignalReceived(.interrupt, Self.reply()),
      ])
    app.answer(\Print.reply, with: .closedPipe(.standardOutput))
    app.answer(\Prompt.reply, with: .entered("tea"))
    app.answer(\PromptSecret.reply, with: .entered(Secret("1234")))
    app.answer(\OpenURL.reply, with: nil)
    app.emit(\StandardInputLine.reply, with: .line("tea"))
    app.emit(\TerminalInput.reply, with: .key(KeyStroke(.character("c"), .control)))
    app.emit(\TerminalInput.reply, with: .resized(TerminalSize(columns: 80, rows: 24)))
    app.emit(\SignalReceived.reply, with: ())
    #expect(app.model.answers == 8)
    app.finish(ignoringPending: [ExitProcess.self])
  }

  @Test func time() throws {
    let zone = TimeZone.gmt
    let (id, date) = (UUID.numbered(1), Date(timeIntervalSinceReferenceDate: 0))
    let day = try #require(CalendarDate(2026, 11, 26))
    let app = Self.asking(
      [
        Now(Self.reply()), Today(Self.reply()), CurrentTimeZone(Self.reply()),
        NewID(Self.reply()), RandomNumber(in: 1...6, Self.reply()),
        RandomFraction(Self.reply()), RandomElement(of: ["a"], Self.reply()),
        Shuffle(["a", "b"], Self.reply()), Call("count", Self.reply()) { 7 },
      ],
      [
        Every(.seconds(1), Self.reply() as Reply<Tick>), After(.seconds(1), id: 1, Self.reply()),
        NotificationPosted(Kitchen.sleeps, Self.reply() as Reply<PostedNotification>),
        Elements(of: "numbers", Self.reply()) { AsyncStream<Int> { _ in } },
      ])
    app.answer(\Now.reply, with: date)
    app.answer(\Today.reply, with: day)
    app.answer(\CurrentTimeZone.reply, with: zone)
    app.answer(\NewID.reply, with: id)
    app.answer(\RandomNumber.reply, with: 6)
    app.answer(\RandomFraction.reply, with: 0.5)
    app.answer(\RandomElement<String>.reply, with: "a")  // `nil` if there are no elements.
    app.answer(\Shuffle<String>.reply, with: ["b", "a"])
    app.answer(\Call<Int>.reply, with: 7)
    app.emit(\Every.reply, with: Tick(60))
    app.emit(\After.reply, with: ())
    app.emit(\NotificationPosted.reply, with: PostedNotification(Kitchen.sleeps))
    app.emit(\Elements.reply, with: .element(5))
    #expect(app.model.answers == 13)
    app.finish()
  }
}
