import Katana
import KatanaRuntime

/// Assigns a number to each message name, which stays the same within one exploration.
final class NameNumbers {
  private var numbers: [ValueName: UInt64] = [:]

  func number(of message: any Message) -> UInt64 {
    let label = ValueName(message)
    if let number = numbers[label] { return number }
    numbers[label] = UInt64(numbers.count + 1)
    return UInt64(numbers.count)
  }
}
