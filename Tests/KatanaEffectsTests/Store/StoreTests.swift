import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

enum StoreMessage: Message, Equatable {
  case volume(Outcome<Int, StoreError>)
  case name(Outcome<String, StoreError>)
  case saved(StoreError?)
  case list(Outcome<[Int]?, StoreError>)
  case notSaved(StoreError)
}

extension StoreKey where Value == Int {
  static var volume: StoreKey { StoreKey("volume", default: 5) }
}

extension StoreKey where Value == String {
  static var name: StoreKey { StoreKey("name", default: "nobody") }
  static var wrongVolume: StoreKey { StoreKey("volume", default: "") }
}

extension RealEffects {
  @Suite struct StoreTests {
    private let folder = TemporaryFolder()
    private let recorder = RecordingDispatcher()
    private let store: Interpreter
    private let volume = Reply(StoreMessage.volume)
    private let saved = Reply(StoreMessage.saved)

    init() { store = .store(folder("store")) }

    private func message(of command: some Command) async -> StoreMessage? {
      recorder.run(store, command)
      return await recorder.next(as: StoreMessage.self)
    }

    @Test func aValueIsItsDefaultUntilItIsSaved() async {
      #expect(await message(of: LoadValue(.volume, volume)) == .volume(.success(5)))
      #expect(await message(of: SaveValue(.volume, 7, saved)) == .saved(nil))
      #expect(await message(of: LoadValue(.volume, volume)) == .volume(.success(7)))
      #expect(await message(of: RemoveValue(.volume, saved)) == .saved(nil))
      #expect(await message(of: LoadValue(.volume, volume)) == .volume(.success(5)))
    }

    @Test func withoutAFolderNothingIsKept() async {
      let nowhere = Interpreter.store(nil)
      recorder.run(nowhere, SaveValue(.volume, 7, saved))
      await recorder.expect(StoreMessage.saved(nil))
      recorder.run(nowhere, LoadValue(.volume, volume))
      await recorder.expect(StoreMessage.volume(.success(5)))
      recorder.run(nowhere, LoadPersisted("list.json", Reply(StoreMessage.list)))
      await recorder.expect(StoreMessage.list(.success(nil)))
      let list = recorder.start(
        nowhere, Persisted([1], to: "list.json", Reply(StoreMessage.notSaved)))
      list.stop()
      await list.ended()
      recorder.expectNoMore()
    }

    @Test func anotherStoreOfTheFolderFindsTheValues() async {
      _ = await message(of: SaveValue(.volume, 7, saved))
      _ = await message(of: SaveValue(.name, "ada\n\"🍵\"", saved))
      let other = Interpreter.store(folder("store"))
      recorder.run(other, LoadValue(.name, Reply(StoreMessage.name)))
      await recorder.expect(StoreMessage.name(.success("ada\n\"🍵\"")))
      recorder.run(other, LoadValue(.volume, volume))
      await recorder.expect(StoreMessage.volume(.success(7)))
    }

    @Test func onlyTheOwnerCanReadTheFiles() async {
      _ = await message(of: SaveValue(.volume, 7, saved))
      #expect(folder.mode(of: "store") == 0o700)
      #expect(folder.mode(of: "store/values.json") == 0o600)
      #expect(folder.mode(of: "store/.lock") == 0o600)
    }

    @Test func aDamagedFileIsReportedOnceAndOneCopyIsKept() async {
      for text in ["{\"volume", "[1]"] {
        _ = await message(of: SaveValue(.volume, 7, saved))
        folder.write(text, to: "store/values.json")
        let error = StoreError.damaged(
          path: folder("store/values.json"), copy: folder("store/values.json.damaged"))
        #expect(await message(of: LoadValue(.volume, volume)) == .volume(.failure(error)))
        #expect(folder.read("store/values.json.damaged") == text)
        #expect(await message(of: LoadValue(.volume, volume)) == .volume(.success(5)))
      }
      #expect(await message(of: SaveValue(.volume, 8, saved)) == .saved(nil))
      #expect(await message(of: LoadValue(.volume, volume)) == .volume(.success(8)))
    }

    @Test func aValueOfAnotherTypeIsAnErrorAndStays() async throws {
      _ = await message(of: SaveValue(.volume, 7, saved))
      recorder.run(store, LoadValue(.wrongVolume, Reply(StoreMessage.name)))
      await recorder.expect(
        StoreMessage.name(.failure(.notDecodable(name: "volume", reason: "no String"))))
      #expect(await message(of: LoadValue(.volume, volume)) == .volume(.success(7)))
    }

    @Test func aSumBeyondTheTypeChangesNothing() async {
      _ = await message(of: SaveValue(.volume, Int.max, saved))
      #expect(
        await message(of: AddToValue(.volume, 1, volume))
          == .volume(.failure(.outOfRange(name: "volume"))))
      #expect(
        await message(of: AddToValue(.volume, -1, volume)) == .volume(.success(Int.max - 1)))
    }

    @Test func twoStoresThatAddLoseNothing() async {
      let stores = [Interpreter.store(folder("store")), .store(folder("store"))]
      for number in 0..<100 { recorder.run(stores[number % 2], AddToValue(.volume, 1, volume)) }
      for _ in 0..<100 { _ = await recorder.next(as: StoreMessage.self) }
      #expect(await message(of: LoadValue(.volume, volume)) == .volume(.success(105)))
    }

    @Test func aFolderThatCannotBeMadeIsAnError() async {
      folder.write("", to: "store")
      #expect(
        await message(of: SaveValue(.volume, 7, saved))
          == .saved(.file(.alreadyExists(path: folder("store")))))
    }
  }
}
