import API
import Testing

@Suite struct WishesTests {
  @Test func anAnswerEndsOnlyItsOwnWish() {
    var wishes = Wishes()
    wishes["a"] = true
    wishes.end("a", false)
    #expect(wishes["a"] == true)
    wishes.end("a", true)
    #expect(wishes["a"] == nil && wishes == Wishes())
  }
}
