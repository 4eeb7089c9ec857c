import API
import Testing

@Suite struct WishesTests {
  @Test func anAnswerEndsOnlyItsOwnWish() {
    var wishes = Wishes()
    wishes["a"] = true
    wishes.end("a", false)
    #expect(wishes["a"] == true)
    wishes.end("a", true)
    #expect(wishes.pending.isEmpty && wishes.answered == 2)
  }
}
