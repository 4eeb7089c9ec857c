import Katana
import Testing

@testable import KatanaRuntime

@Suite struct MessageBufferTests {
  private struct Number: Message, Equatable { var value: Int }

  /// The buffer is compared with an array.
  @Test(arguments: 0..<40)
  func itKeepsTheNewestInTheirOrder(seed: Int) {
    var random = SeededNumbers(UInt64(seed))
    let limit = [1, 2, 7, 1_000][seed % 4]
    var buffer = MessageBuffer(limit: limit)
    var expected: [Int] = []
    for value in 0..<3_000 {
      // Fills for a while, then drains.
      if random.below(1_000) < (value % 500 < 250 ? 700 : 300) {
        let dropped = buffer.keep(Number(value: value)) as? Number
        expected.append(value)
        #expect(dropped?.value == (expected.count > limit ? expected.removeFirst() : nil))
      } else {
        let taken = buffer.take() as? Number
        #expect(taken?.value == (expected.isEmpty ? nil : expected.removeFirst()))
      }
    }
    while let taken = buffer.take() as? Number { #expect(taken.value == expected.removeFirst()) }
    #expect(expected.isEmpty)
  }

  @Test func aCountingMessageReplacesOneThatCounts() {
    var buffer = MessageBuffer(limit: 8)
    #expect(buffer.keep(Number(value: 1)) == nil)
    #expect(buffer.waitingCount == 0)
    #expect(buffer.keep(Number(value: 2), count: 2) == nil)
    #expect(buffer.waitingCount == 2)
    #expect(buffer.keep(Number(value: 5), count: 5) as? Number == Number(value: 2))
    #expect(buffer.waitingCount == 5)
    #expect(buffer.take() as? Number == Number(value: 1))
    #expect(buffer.take() as? Number == Number(value: 5))
    #expect(buffer.waitingCount == 0)
    #expect(buffer.take() == nil)
  }
}
