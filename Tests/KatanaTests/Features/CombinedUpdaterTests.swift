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

  func said(_ names: String...) -> [Said] { names.map(Said.init) }

  @Test func partsSeeTheModelAsThePartBeforeLeftItAndCommandsKeepTheOrder() {
    let updater = CombinedUpdater<App>([
      .slice(\.left, Noting<Note>(name: "a")),
      .slice(\.right, Noting<Note>(name: "b")),
      .slice(\.left, NotingAll(name: "c")),
      .slice(\.left, Noting<Other>(name: "never")),
      .slice(\.left, Noting<Note>(name: "d")),
    ])
    StepTest(updater, model: App()).send(Note(), commands: said("a", "b", "c", "d")) {
      $0.left.entries = ["a0", "c1", "d2"]
      $0.right.entries = ["b0"]
    }
  }

  @Test func aFeatureWithPartsRunsBeforeThem() {
    struct Counting: TypedUpdater {
      func update(model: inout App, message: Note) -> [any Command] {
        model.before = model.left.entries.count + 1
        return [Said(text: "self")]
      }
    }
    let updater = Counting().with(
      .slice(\.left, Noting<Note>(name: "a")), .full(Counting()),
      .slice(\.right, Noting<Note>(name: "b")))
    StepTest(updater, model: App()).send(Note(), commands: said("self", "a", "self", "b")) {
      $0.before = 2
      $0.left.entries = ["a0"]
      $0.right.entries = ["b0"]
    }
  }

  @Test func nestedCombinationsKeepTheDeclaredOrder() {
    let inner = CombinedUpdater<Log>([
      .full(Noting<Note>(name: "b")), .full(NotingAll(name: "c")),
    ])
    let middle = CombinedUpdater<App>([
      .slice(\.left, Noting<Note>(name: "a")), .slice(\.left, inner),
    ])
    let updater = CombinedUpdater<App>([.full(middle), .slice(\.left, Noting<Note>(name: "d"))])
    StepTest(updater, model: App()).send(Note(), commands: said("a", "b", "c", "d")) {
      $0.left.entries = ["a0", "b1", "c2", "d3"]
    }
  }

  @Test func aComputedPropertyMayBeASlice() {
    let updater = CombinedUpdater<App>([.slice(\.computed, Noting<Note>(name: "a"))])
    StepTest(updater, model: App()).send(Note(), commands: said("a")) {
      $0.right.entries = ["a0"]
    }
  }

  @Test func messagesThatNobodyTakesChangeNothing() {
    let updater = CombinedUpdater<App>([.slice(\.left, Noting<Note>(name: "a"))])
    StepTest(updater, model: App()).send(Other(), expectingNoReceiver: true)
  }

  @Test func aMessageOfAClassIsTakenByItsOwnType() {
    let updater = CombinedUpdater<App>([
      .slice(\.left, Noting<Animal>(name: "animal")),
      .slice(\.left, Noting<Cat>(name: "cat")),
      .slice(\.left, Noting<Note>(name: "note")),
      .slice(\.left, NotingAll(name: "all")),
    ])
    let test = StepTest(updater, model: App())
    test.send(Cat(), commands: said("cat", "all")) {
      $0.left.entries = ["cat0", "all1"]
    }
    test.send(Animal(), commands: said("animal", "all")) {
      $0.left.entries += ["animal2", "all3"]
    }
  }

  /// The same for an updater that is called by hand.
  @Test func theTypeAsWhichAnObjectIsSentCounts() {
    let cat: Animal = Cat()
    let updater = CombinedUpdater<Log>([
      .full(Noting<Animal>(name: "animal")), .full(Noting<Cat>(name: "cat")),
    ])
    StepTest(updater, model: Log()).send(cat, commands: said("animal")) {
      $0.entries = ["animal0"]
    }
    let message: any Message = cat
    var log = Log()
    let commands =
      Noting<Animal>(name: "animal").update(model: &log, message: message)
      + Noting<Cat>(name: "cat").update(model: &log, message: message)
    #expect(difference(commands, said("animal")) == nil)
    #expect(log.entries == ["animal0"])
  }

  @Test func anyUpdaterMayBeAPart() {
    let updaters: [any Updater<App>] = [
      CombinedUpdater<App>([.slice(\.left, Noting<Note>(name: "a"))]),
      CombinedUpdater<App>([.slice(\.right, Noting<Note>(name: "b"))]),
    ]
    let updater = CombinedUpdater<App>(updaters.map { .full($0) })
    StepTest(updater, model: App()).send(Note(), commands: said("a", "b")) {
      $0.left.entries = ["a0"]
      $0.right.entries = ["b0"]
    }
  }

  @Test func manyUpdatersAreToldApart() {
    let updater = CombinedUpdater<App>([
      .slice(\.left, Noting<Tag<Int8>>(name: "1")), .slice(\.left, Noting<Tag<Int16>>(name: "2")),
      .slice(\.left, Noting<Tag<Int32>>(name: "3")), .slice(\.left, Noting<Tag<Int64>>(name: "4")),
      .slice(\.left, Noting<Tag<UInt8>>(name: "5")), .slice(\.left, Noting<Tag<UInt16>>(name: "6")),
      .slice(\.left, Noting<Tag<String>>(name: "7")), .slice(\.left, Noting<Tag<Bool>>(name: "8")),
    ])
    let messages: [any Message] = [
      Tag<Int8>(), Tag<Int16>(), Tag<Int32>(), Tag<Int64>(), Tag<UInt8>(), Tag<UInt16>(),
      Tag<String>(), Tag<Bool>(),
    ]
    let test = StepTest(updater, model: App())
    for (index, message) in messages.enumerated() {
      test.send(message, commands: said("\(index + 1)")) {
        $0.left.entries.append("\(index + 1)\(index)")
      }
    }
    test.send(Tag<Double>(), expectingNoReceiver: true)
  }

  struct Tag<T>: Message {}
}
