import Foundation
import MallocCounter

/// What the process holds in memory now, in bytes; `nil` where that is not known.
struct Memory {
  let allocated: Int?
  let resident: Int?

  init() {
    let bytes = allocatedBytes()
    allocated = bytes < 0 ? nil : bytes
    // Pages in memory are the second number.
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))
      .flatMap { $0.split(separator: " ").dropFirst().first }
      .flatMap { Int($0) }
    resident = pages.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
  }
}
