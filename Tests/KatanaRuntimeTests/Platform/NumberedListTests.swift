import Testing

@testable import KatanaRuntime

@Suite struct NumberedListTests {
  @Test func valuesKeepTheirOrder() {
    var list = NumberedList<String>()
    for (value, number) in [("a", 3), ("b", 5), ("c", 9)] as [(String, UInt64)] {
      list.append(value, as: number)
    }
    #expect(list.all == ["a", "b", "c"])
    #expect(list.all.first == "a")
    #expect(list[5] == "b")
    #expect(list[4] == nil)
    #expect(list.remove(3) == "a")
    #expect(list.all.first == "b")
    #expect(list.all == ["b", "c"])
  }

  @Test func aValueIsRemovedOnce() {
    var list = NumberedList<Int>()
    list.append(7, as: 1)
    #expect(list.remove(2) == nil)
    #expect(list.remove(1) == 7)
    #expect(list.remove(1) == nil)
    #expect(list.isEmpty)
    #expect(list.all.first == nil)
  }

  @Test func aValueThatIsThereCanBeReplaced() {
    var list = NumberedList<Int>()
    for number in 1...2 { list.append(number, as: UInt64(number)) }
    list[1] = 10
    list.remove(2)
    list[2] = 20
    #expect(list.all == [10])
    #expect(list.count == 1)
  }

  /// Compared with an array, for numbers with gaps, in many orders of removal.
  @Test(arguments: 0..<50)
  func itIsLikeAnArray(seed: Int) {
    var random = SeededNumbers(UInt64(seed))
    var (list, array): (NumberedList<UInt64>, [UInt64]) = (NumberedList(), [])
    var number: UInt64 = 0
    for _ in 0..<200 {
      if random.below(5) < 3 {
        number += UInt64(1 + random.below(3))
        list.append(number, as: number)
        array.append(number)
      } else {
        let removed = UInt64(random.below(Int(number) + 2))
        #expect((list.remove(removed) != nil) == array.contains(removed))
        array.removeAll { $0 == removed }
      }
      #expect(list.all == array)
      #expect(list.all.first == array.first)
      #expect(list.count == array.count)
      #expect(list.all.contains(number) == array.contains(number))
    }
  }
}
