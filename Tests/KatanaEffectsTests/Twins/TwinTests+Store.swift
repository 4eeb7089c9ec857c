import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

/// Values and their files, as two parts of an app keep them.
struct KeptFiles: Sendable, CustomTestStringConvertible {
  var first: [(path: String, value: Int)]
  var second: [(path: String, value: Int)] = []
  /// What the files hold afterwards; `nil` for no file.
  var held: [(path: String, value: Int?)]
  /// The errors, whose paths begin at the folder.
  var errors: [StoreError]

  var testDescription: String {
    (first + second).map { "\($0.value) in \(($0.path as NSString).lastPathComponent.prefix(20))" }
      .joined(separator: ", ")
  }
}

extension RealEffects.TwinTests {
  private static let long = String(repeating: "a", count: 256)
  private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")
  private static let own = "the store itself uses this file"

  static let kept: [KeptFiles] =
    [
      KeptFiles(
        first: [("x", 1), ("x", 2)], held: [("x", 1)], errors: [.keptTwice(path: "x")]),
      KeptFiles(
        first: [("f/x", 1), ("./f//x", 2)], held: [("f/x", 1)],
        errors: [.keptTwice(path: "./f//x")]),
      KeptFiles(
        first: [("x", 1)], second: [("y", 2), ("./x", 3)], held: [("x", 1), ("y", 2)],
        errors: [.keptTwice(path: "./x")]),
      KeptFiles(
        first: [(composed, 1), (decomposed, 1)], held: [(composed, 1), (decomposed, 1)], errors: []),
      KeptFiles(
        first: [("a", 1), ("a/b", 2)], held: [("a", 1)],
        errors: [.file(.notAFolder(path: "a/b"))]),
      KeptFiles(
        first: [("a/b", 1), ("a", 2)], held: [("a/b", 1)],
        errors: [.file(.notARegularFile(path: "a"))]),
      KeptFiles(
        first: [(long, 1), ("x", 2)], held: [("x", 2)], errors: [.file(.invalidPath(path: long))]),
    ]
    + ["x.damaged", "f/x.newer", "values.json/x", ".lock/x", "./values.json", ".lock"].map {
      KeptFiles(
        first: [($0, 1)], held: [($0, nil)], errors: [.file(.other(path: $0, reason: own))])
    }
    + [
      ("", FileError.invalidPath(path: "")), (".", .invalidPath(path: ".")),
      ("a\0", .invalidPath(path: "a\0")), (long, .invalidPath(path: long)),
      ("../a", .outsideRoot(path: "../a")),
      ("/a", .outsideRoot(path: "/a")),
    ].map {
      KeptFiles(first: [($0.0, 1)], held: [($0.0, nil)], errors: [.file($0.1)])
    }

  @Test(arguments: kept)
  func storesKeepAndRefuseTheSame(_ kept: KeptFiles) async throws {
    let folder = TemporaryFolder()
    for (name, store) in twins(.store(folder.path), .store(VirtualStore())) {
      let clock = ManualClock()
      let runtime = try Runtime(
        Program(model: Keepers(first: Keeper(kept.first), second: Keeper(kept.second)), keepers),
        interpreters: [store], options: RuntimeOptions(clock: clock))
      runtime.start()
      clock.advance(by: .seconds(1))
      let count = kept.errors.count
      if count > 0 {
        for await model in runtime.models where model.errors.count >= count { break }
      }
      #expect(await runtime.finish().isComplete)
      let errors = runtime.model.errors.map { $0.below(folder.path) }
      #expect(errors == kept.errors, "\(name)")
      for (path, value) in kept.held {
        let loaded = await load(path, from: store)
        guard let value else {
          #expect(loaded?.error?.below(folder.path) == kept.errors.first, "\(name)")
          continue
        }
        #expect(loaded == .success(value), "\(name): \(path)")
      }
    }
  }

  /// A store that keeps nothing is a stand-in, too.
  @Test func aStoreThatKeepsNothingRefusesTheSame() async {
    for kept in Self.kept where kept.first.count == 1 && kept.second.isEmpty {
      let (path, error) = (kept.first[0].path, kept.errors.first)
      #expect(await load(path, from: .store(nil))?.error == error, "\(path)")
    }
  }

  private func load(_ path: String, from store: Interpreter) async -> Outcome<Int?, StoreError>? {
    let recorder = RecordingDispatcher()
    let reply = Reply(KeeperMessage.loaded)
    recorder.run(store, LoadPersisted(PersistedFile<Int>(path), reply))
    guard case .loaded(let result) = await recorder.next(as: KeeperMessage.self) else { return nil }
    return result
  }

  /// Another part, or another program, may keep a file that nobody keeps any more.
  @Test func aFileIsKeptByAnotherWhenItsKeeperIsGone() async throws {
    let folder = TemporaryFolder()
    for (name, store) in twins(.store(folder.path), .store(VirtualStore())) {
      for value in [1, 2] {
        let runtime = try Runtime(
          Program(model: Keepers(first: Keeper([("x", value)]), second: Keeper([])), keepers),
          interpreters: [store])
        runtime.start()
        #expect(await runtime.finish().isComplete)
        #expect(await load("x", from: store) == .success(value), "\(name)")
      }
      // The paths of both parts are exchanged in one step.
      let runtime = try Runtime(
        Program(
          model: Keepers(first: Keeper([("x", 3)]), second: Keeper([("y", 4)])), keepers),
        interpreters: [store])
      runtime.start()
      _ = try await runtime.settle(KeepersMessage.exchanged)
      #expect(await runtime.finish().isComplete)
      #expect(await load("x", from: store) == .success(4), "\(name)")
      #expect(await load("y", from: store) == .success(3), "\(name)")
    }
  }

  /// Settings that cannot be loaded or saved.
  @Test func storesRefuseTheSameSettings() async {
    let folder = TemporaryFolder()
    let virtual = VirtualStore()
    virtual.damage("values.json")
    folder.write("{", to: "values.json")
    for (name, store) in twins(.store(folder.path), .store(virtual)) {
      let recorder = RecordingDispatcher()
      func answer(_ command: some Command) async -> SettingMessage? {
        recorder.run(store, command)
        return await recorder.next(as: SettingMessage.self)
      }
      let number = Reply(SettingMessage.number)
      let damaged = await answer(LoadValue(StoreKey("n", default: 1), number))
      #expect(
        damaged?.error?.below(folder.path)
          == .damaged(path: "values.json", copy: "values.json.damaged"), "\(name)")
      let saved = Reply(SettingMessage.saved)
      let failing = await answer(SaveValue(StoreKey("v", default: Unencodable()), .init(), saved))
      #expect(failing?.error == .notEncodable(name: "v", reason: "Reason"), "\(name)")
      _ = await answer(SaveValue(StoreKey("n", default: ""), "text", saved))
      #expect(
        await answer(LoadValue(StoreKey("n", default: 1), number))?.error
          == .notDecodable(name: "n", reason: "no Int"), "\(name)")
      _ = await answer(SaveValue(StoreKey("n", default: 1), .max, saved))
      #expect(
        await answer(AddToValue(StoreKey("n", default: 1), 1, number))?.error
          == .outOfRange(name: "n"), "\(name)")
    }
  }
}

extension StoreError {
  /// The same error with paths that begin at a folder.
  fileprivate func below(_ folder: String) -> StoreError {
    func short(_ path: String) -> String {
      path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }
    return switch self {
    case .file(let error): .file(error.naming(short(error.path)))
    case .damaged(let path, let copy): .damaged(path: short(path), copy: short(copy))
    case .keptTwice(let path): .keptTwice(path: short(path))
    default: self
    }
  }
}

private struct Keeper: Model, Equatable {
  typealias Receives = KeeperMessage
  var paths: [String]
  var values: [Int]
  var errors: [StoreError] = []

  init(_ files: [(path: String, value: Int)]) {
    (paths, values) = (files.map(\.path), files.map(\.value))
  }
}

private enum KeeperMessage: Message, Equatable {
  case notSaved(StoreError)
  case loaded(Outcome<Int?, StoreError>)
}

private struct KeeperUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout Keeper, message: KeeperMessage) -> [any Command] {
    if case .notSaved(let error) = message { model.errors.append(error) }
    return []
  }

  func subscriptions(model: Keeper) -> [any Subscription] {
    var persisted: Persisted?
    for (path, value) in zip(model.paths, model.values) {
      persisted =
        persisted?.and(value, to: PersistedFile(path))
        ?? Persisted(value, to: PersistedFile(path), reply { .notSaved($0) })
    }
    return persisted.map { [$0] } ?? []
  }
}

private struct Keepers: Model, Equatable {
  var first: Keeper
  var second: Keeper

  var errors: [StoreError] { first.errors + second.errors }
}

private enum KeepersMessage: Message { case exchanged }

private struct KeepersUpdater: TypedUpdater {
  func update(model: inout Keepers, message: KeepersMessage) -> [any Command] {
    (model.first.paths, model.second.paths) = (model.second.paths, model.first.paths)
    return []
  }
}

private let keepers = CombinedUpdater<Keepers>([
  .full(KeepersUpdater()), .child(\.first, KeeperUpdater()), .child(\.second, KeeperUpdater()),
])

private enum SettingMessage: Message {
  case number(Outcome<Int, StoreError>)
  case saved(StoreError?)

  var error: StoreError? {
    switch self {
    case .number(let result): result.error
    case .saved(let error): error
    }
  }
}

private struct Unencodable: Codable, Equatable {
  struct Reason: Error {}
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { throw Reason() }
}
