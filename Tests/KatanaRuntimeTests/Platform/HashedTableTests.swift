import Testing

@testable import KatanaRuntime

@Suite struct HashedTableTests {
  private struct Entry: Equatable {
    let key: Int
    let step: Int
  }

  /// The table is compared with a dictionary. Some seeds give all keys one of few hashes.
  @Test(arguments: 0..<60)
  func itIsLikeADictionaryWhateverTheHashes(seed: Int) {
    var random = SeededNumbers(UInt64(seed))
    let hashCount = [1, 3, 20, 1_000][seed % 4]
    func hash(_ key: Int) -> UInt64 { UInt64(key % hashCount) }
    var (table, dictionary): (HashedTable<Entry>, [Int: Entry]) = (HashedTable(), [:])
    for step in 0..<2_000 {
      let key = random.below(60)
      if dictionary[key] == nil {
        table.insert(Entry(key: key, step: step), hash(key))
        dictionary[key] = Entry(key: key, step: step)
      } else {
        let removed = table.remove(hash(key)) { $0.key == key }
        #expect(removed == dictionary.removeValue(forKey: key))
      }
      #expect(table.count == dictionary.count)
      guard step % 20 == 0 else { continue }
      for other in 0..<60
      where table.value(hash(other), where: { $0.key == other }) != dictionary[other] {
        Issue.record("\(other) is not as in the dictionary")
      }
    }
    let all = table.all.map(\.value).sorted { $0.key < $1.key }
    #expect(all == dictionary.values.sorted { $0.key < $1.key })
    #expect(table.all.allSatisfy { $0.hash == hash($0.value.key) })
  }

  /// Otherwise each look at all values would look at the memory of the largest number ever.
  @Test func theMemoryOfManyValuesIsGivenBack() {
    var table = HashedTable<Int>()
    for key in 0..<100_000 { table.insert(key, UInt64(key)) }
    #expect(table.capacity >= 200_000)
    for key in 0..<99_990 { table.remove(UInt64(key)) { $0 == key } }
    #expect(table.capacity <= 160)
    #expect(table.all.map(\.value).sorted() == Array(99_990..<100_000))
    for key in 99_990..<100_000 { table.remove(UInt64(key)) { $0 == key } }
    #expect(table.isEmpty && table.capacity <= 64)
  }

  @Test func aKeyThatIsNotThereIsNotFound() {
    var table = HashedTable<Entry>()
    #expect(table.value(1) { _ in true } == nil)
    #expect(table.remove(1) { _ in true } == nil)
    table.insert(Entry(key: 1, step: 1), 1)
    #expect(table.value(1) { $0.key == 2 } == nil)
    #expect(table.remove(1) { $0.key == 2 } == nil)
    #expect(!table.isEmpty)
    #expect(table.first { hash, entry in hash == 1 && entry.key == 1 } == 1)
    #expect(table.first { _, entry in entry.key == 2 } == nil)
  }
}
