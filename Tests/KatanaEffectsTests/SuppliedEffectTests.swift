import Foundation
import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import Testing

/// What an error advises is tried: the interpreters that it names perform the effect.
@Suite struct SuppliedEffectTests {
  private static let groups: [String: Interpreter] = [
    ".http()": .http(), ".files()": .files(), ".store(folder)": .store("/tmp"),
    ".random()": .random(), ".time()": .time(), ".notifications()": .notifications(),
    ".functions()": .functions(), ".terminal()": .terminal(), ".signals()": .signals(),
    ".processes()": .processes(),
  ]

  private static let effects: [EffectType] = [
    .command(Fetch.self), .command(FetchJSON<Int>.self), .command(DownloadFile.self),
    .command(DiscardDownloadPart.self), .subscription(HTTPProgress.self),
    .subscription(ServerSentEvents.self), .subscription(WebSocketMessages.self),
    .command(SendToWebSocket.self), .command(ReadFile.self), .command(ReadTextFile.self),
    .command(WriteFile.self), .command(AppendToFile.self), .command(RemoveFile.self),
    .command(ListFolder.self), .command(MakeFolder.self), .subscription(FileChanged.self),
    .subscription(FolderChanged.self), .subscription(FileLines.self),
    .command(LoadValue<Int>.self), .command(SaveValue<Int>.self), .command(RemoveValue<Int>.self),
    .command(AddToValue<Int>.self), .subscription(Persisted.self),
    .command(LoadPersisted<Int>.self), .command(NewID.self), .command(RandomNumber.self),
    .command(RandomFraction.self), .command(RandomElement<Int>.self), .command(Shuffle<Int>.self),
    .subscription(Every.self), .subscription(After.self), .command(Now.self),
    .command(Today.self), .command(CurrentTimeZone.self),
    .subscription(NotificationPosted.self), .command(Call<Int>.self),
    .subscription(Elements.self), .command(Print.self), .command(Prompt.self),
    .command(PromptSecret.self), .subscription(StandardInputLine.self),
    .subscription(TerminalInput.self), .subscription(TerminalScreen.self),
    .command(ExitProcess.self), .command(OpenURL.self), .command(RingBell.self),
    .command(RunInTerminal.self), .subscription(SignalReceived.self), .command(RunProgram.self),
    .subscription(ProgramOutput.self),
  ]

  private func error(_ interpreters: [Interpreter], _ effect: EffectType) -> String? {
    struct Empty: Model {}
    struct Stating: Updater {
      let effects: [EffectType]
      func update(model: inout Empty, message: any Message) -> [any Command] { [] }
    }
    do {
      _ = try Runtime(
        Program(model: Empty(), Stating(effects: [effect])), interpreters: interpreters)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: effects)
  func theErrorNamesTheInterpretersOfTheFramework(effect: EffectType) throws {
    let text = try #require(error([], effect))
    let named = text.split(separator: "To fix this, add ").last?.split(separator: " to").first
    let group = try #require(Self.groups[String(named ?? "")], "\(text)")
    #expect(error([group], effect) == nil)
  }
}
