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

  private static let effects: [any Effect.Type] = [
    Fetch.self, FetchJSON<Int>.self, DownloadFile.self, DiscardDownloadPart.self, HTTPProgress.self,
    ServerSentEvents.self, WebSocketMessages.self, SendToWebSocket.self, ReadFile.self,
    ReadTextFile.self, WriteFile.self, AppendToFile.self, RemoveFile.self, ListFolder.self,
    MakeFolder.self, FileChanged.self, FolderChanged.self, FileLines.self, LoadValue<Int>.self,
    SaveValue<Int>.self, RemoveValue<Int>.self, AddToValue<Int>.self, Persisted.self,
    LoadPersisted<Int>.self, NewID.self, RandomNumber.self, RandomFraction.self,
    RandomElement<Int>.self, Shuffle<Int>.self, Every.self, After.self, Now.self, Today.self,
    CurrentTimeZone.self, NotificationPosted.self, Call<Int>.self, Elements.self, Print.self,
    Prompt.self, PromptSecret.self, StandardInputLine.self, TerminalInput.self, TerminalScreen.self,
    ExitProcess.self, OpenURL.self, RingBell.self, RunInTerminal.self, SignalReceived.self,
    RunProgram.self, ProgramOutput.self,
  ]

  private func error(_ interpreters: [Interpreter], _ effect: any Effect.Type) -> String? {
    struct Empty: Model {}
    struct Stating: Updater {
      let effects: [any Effect.Type]
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

  @Test(arguments: effects.indices)
  func theErrorNamesTheInterpretersOfTheFramework(index: Int) throws {
    let text = try #require(error([], Self.effects[index]))
    let named = text.split(separator: "To fix this, add ").last?.split(separator: " to").first
    let group = try #require(Self.groups[String(named ?? "")], "\(text)")
    #expect(error([group], Self.effects[index]) == nil)
  }
}
