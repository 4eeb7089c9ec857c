import Katana
import KatanaTesting
import Testing

@Suite struct MapTests {
  enum Child: Message, Equatable { case done }
  enum Parent: Message, Equatable { case child(Child), other }
  struct Work: Command, Equatable {}
  struct Tick: Subscription { var name = "tick" }

  @Test func mappedCommandsAreEqualByContentAndTypes() {
    #expect(difference([Work().map(Parent.child)], [Work().map(Parent.child)]) == nil)
    #expect(difference([Work().map(Parent.child)], [Work()]) != nil)
    #expect(
      difference([Work().map(Parent.child)], [Work().map { (_: Child) in Child.done }]) != nil)
  }

  @Test func mappedSubscriptionsAreEqualByContentAndTypes() {
    #expect(difference([Tick().map(Parent.child)], [Tick().map(Parent.child)]) == nil)
    #expect(difference([Tick().map(Parent.child)], [Tick(name: "x").map(Parent.child)]) != nil)
  }

  @Test func wrappersPrintAsTheirSourceReads() {
    #expect("\(Work().map(Parent.child))" == "Work().map(Child → Parent)")
    #expect("\(Tick().map(Parent.child))" == #"Tick(name: "tick").map(Child → Parent)"#)
  }
}
