import Testing

@testable import KatanaRuntime

@Suite struct RunTableTests {
  private func id(_ number: Int) -> RunID { RunID(number: UInt64(number)) }

  @Test func aValueIsFoundUntilItIsRemoved() {
    var table = RunTable<String>()
    #expect(table[id(1)] == nil)
    #expect(table.remove(id(1)) == nil)
    table.insert("a", for: id(1))
    table.insert("b", for: id(2))
    #expect(table[id(1)] == "a")
    #expect(table.remove(id(1)) == "a")
    #expect(table[id(1)] == nil)
    #expect(table.remove(id(1)) == nil)
    #expect(table.all.map(\.value) == ["b"])
    #expect(table.count == 1)
  }

  @Test func theOrderIsThatOfTheIDs() {
    var table = RunTable<Int>()
    for number in (1...100).reversed() { table.insert(number, for: id(number)) }
    #expect(table.inOrder == Array(1...100))
    #expect(table.contains { id, number in id.number == 7 && number == 7 })
    #expect(!table.contains { _, number in number == 101 })
  }

  /// The table is compared with a dictionary. Some seeds use ids that are far apart.
  @Test(arguments: 0..<60)
  func itIsLikeADictionary(seed: Int) {
    var random = SeededNumbers(UInt64(seed))
    let distance = [1, 8, 1_024, 1 << 32][seed % 4]
    var (table, dictionary): (RunTable<Int>, [RunID: Int]) = (RunTable(), [:])
    for step in 0..<2_000 {
      let id = id(1 + distance * random.below(60))
      if dictionary[id] == nil {
        table.insert(step, for: id)
        dictionary[id] = step
      } else {
        #expect(table.remove(id) == dictionary.removeValue(forKey: id))
      }
      #expect(table.count == dictionary.count)
      for other in dictionary.keys where table[other] != dictionary[other] {
        Issue.record("\(other) is not found")
      }
    }
    #expect(table.inOrder == dictionary.sorted { $0.key < $1.key }.map(\.value))
  }
}
