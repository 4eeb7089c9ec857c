import Katana
import Testing

@Suite struct ReplyTests {
  enum A: Message, Equatable { case loaded(Int), failed(Int), done }
  enum B: Message, Equatable { case loaded(Int) }

  @Test func aReplyMakesItsMessage() {
    #expect(Reply(A.loaded)(3) as? A == .loaded(3))
    #expect(Reply { (value: Int) in A.failed(value) }(4) as? A == .failed(4))
    #expect(Reply<Void>(A.done)() as? A == .done)
  }

  @Test func anUpdaterMakesRepliesOfItsMessage() {
    struct Part: Model {}
    struct PartUpdater: TypedUpdater {
      func update(model: inout Part, message: A) -> [any Command] { [] }
    }
    let updater = PartUpdater()
    let line = UInt(#line + 1)
    let loaded: Reply<Int> = updater.reply { .loaded($0 + 1) }
    #expect(loaded(3) as? A == .loaded(4))
    #expect(loaded == Reply(A.loaded))
    #expect(loaded.line == line && "\(loaded.file)".hasSuffix("ReplyTests.swift"))
    #expect(updater.reply(.done)() as? A == .done)
    #expect(updater.reply(A.loaded)(5) as? A == .loaded(5))
  }

  @Test func repliesOfTheSameTypesAreEqualWhateverTheyMake() {
    #expect(Reply(A.loaded) == Reply(A.failed))
    #expect(Reply(A.loaded).hashValue == Reply(A.failed).hashValue)
    #expect(Reply(A.loaded) != Reply(B.loaded))
  }

  @Test func commandsWithRepliesAreHashableForFree() {
    struct Load: Command, Hashable {
      var url: String
      var reply: Reply<Int>
    }
    #expect(Load(url: "a", reply: Reply(A.loaded)) == Load(url: "a", reply: Reply(A.failed)))
    #expect(Load(url: "a", reply: Reply(A.loaded)) != Load(url: "b", reply: Reply(A.loaded)))
  }

  @Test func aReplyPrintsItsTypes() { #expect("\(Reply(A.loaded))" == "Reply(A.…)") }

  private indirect enum Nest: Sendable {
    case reply(Reply<Int>)
    case deeper(Nest)
  }

  @Test func repliesAreFoundDeepInsideOfValues() {
    func nest(_ reply: Reply<Int>) -> Nest {
      (0..<80).reduce(.reply(reply)) { nest, _ in .deeper(nest) }
    }
    #expect(areEqualApartFromReplies(nest(Reply(A.loaded)), nest(Reply(B.loaded))))
  }
}
