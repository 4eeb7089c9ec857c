import Katana
import KatanaTesting
import Testing

@Suite struct CombinedUpdaterTests {
  struct Log: Model, Equatable { var entries: [String] = [] }
  struct App: Model, Equatable {
    var before = 0
    var left = Log()
    var right = Log()
    var computed: Log {
      get { right }
      set { right = newValue }
    }
  }
  struct Note: Message {}
  struct Other: Message {}
  class Animal: Message, @unchecked Sendable {}
  final class Cat: Animal, @unchecked Sendable {}
  struct Said: Command, Equatable { var text: String }

  /// Notes what it sees, and says it in a command.
  struct Noting<M: Message>: TypedUpdater {
    let name: String
    func update(model: inout Log, message: M) -> [any Command] {
      model.entries.append("\(name)\(model.entries.count)")
      return [Said(text: name)]
    }
  }

  struct NotingAll: Updater {
    let name: String
    func update(model: inout Log, message: any Message) -> [any Command] {
      model.entries.append("\(name)\(model.entries.count)")
      return [Said(text: name)]
    }
  }

  @Test func partsSeeTheModelAsThePartBeforeLeftItAndCommandsKeepTheOrder() {
    let updater = CombinedUpdater<App>([
      .slice(\.left, Noting<Note>(name: "a")),
      .slice(\.right, Noting<Note>(name: "b")),
      .slice(\.left, NotingAll(name: "c")),
      .slice(\.left, Noting<Other>(name: "never")),
      .slice(\.left, Noting<Note>(name: "d")),
    ])
    let (model, commands) = updater.update(model: App(), message: Note())
    #expect(model.left.entries == ["a0", "c1", "d2"])
    #expect(model.right.entries == ["b0"])
    #expect(difference(commands, ["a", "b", "c", "d"].map(Said.init)) == nil)
  }

  @Test func nestedCombinationsKeepTheDeclaredOrder() {
    let inner = CombinedUpdater<Log>([
      .full(Noting<Note>(name: "b")), .full(NotingAll(name: "c")),
    ])
    let middle = CombinedUpdater<App>([
      .slice(\.left, Noting<Note>(name: "a")), .slice(\.left, inner),
    ])
    let updater = CombinedUpdater<App>([.full(middle), .slice(\.left, Noting<Note>(name: "d"))])
    let (model, commands) = updater.update(model: App(), message: Note())
    #expect(model.left.entries == ["a0", "b1", "c2", "d3"])
    #expect(difference(commands, ["a", "b", "c", "d"].map(Said.init)) == nil)
  }

  @Test func aComputedPropertyMayBeASlice() {
    let updater = CombinedUpdater<App>([.slice(\.computed, Noting<Note>(name: "a"))])
    let (model, _) = updater.update(model: App(), message: Note())
    #expect(model.right.entries == ["a0"])
  }

  @Test func messagesThatNobodyTakesChangeNothing() {
    let updater = CombinedUpdater<App>([.slice(\.left, Noting<Note>(name: "a"))])
    let (model, commands) = updater.update(model: App(), message: Other())
    #expect(model == App())
    #expect(commands.isEmpty)
  }

  @Test func updatersOfAClassTakeItsSubclasses() {
    let updater = CombinedUpdater<App>([
      .slice(\.left, Noting<Animal>(name: "animal")),
      .slice(\.left, Noting<Cat>(name: "cat")),
      .slice(\.left, Noting<Note>(name: "note")),
      .slice(\.left, NotingAll(name: "all")),
    ])
    let (cat, _) = updater.update(model: App(), message: Cat())
    #expect(cat.left.entries == ["animal0", "cat1", "all2"])
    let (animal, _) = updater.update(model: App(), message: Animal())
    #expect(animal.left.entries == ["animal0", "all1"])
  }

  @Test func anyUpdaterMayBeAPart() {
    let updaters: [any Updater<App>] = [
      CombinedUpdater<App>([.slice(\.left, Noting<Note>(name: "a"))]),
      CombinedUpdater<App>([.slice(\.right, Noting<Note>(name: "b"))]),
    ]
    let updater = CombinedUpdater<App>(updaters.map { .full($0) })
    let (model, _) = updater.update(model: App(), message: Note())
    #expect(model.left.entries == ["a0"])
    #expect(model.right.entries == ["b0"])
  }

  @Test func manyUpdatersAreToldApart() {
    struct Wide: Model { var logs = Log() }
    let updater = CombinedUpdater<Wide>([
      .slice(\.logs, Noting<Tag<Int8>>(name: "1")), .slice(\.logs, Noting<Tag<Int16>>(name: "2")),
      .slice(\.logs, Noting<Tag<Int32>>(name: "3")), .slice(\.logs, Noting<Tag<Int64>>(name: "4")),
      .slice(\.logs, Noting<Tag<UInt8>>(name: "5")), .slice(\.logs, Noting<Tag<UInt16>>(name: "6")),
      .slice(\.logs, Noting<Tag<String>>(name: "7")), .slice(\.logs, Noting<Tag<Bool>>(name: "8")),
    ])
    let messages: [any Message] = [
      Tag<Int8>(), Tag<Int16>(), Tag<Int32>(), Tag<Int64>(), Tag<UInt8>(), Tag<UInt16>(),
      Tag<String>(), Tag<Bool>(), Tag<Double>(),
    ]
    var model = Wide()
    for message in messages { _ = updater.update(model: &model, message: message) as [any Command] }
    #expect(model.logs.entries == ["10", "21", "32", "43", "54", "65", "76", "87"])
  }

  struct Tag<T>: Message {}
}
