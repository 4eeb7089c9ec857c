import Foundation

/// How much memory of this process is in use now; 0 where that cannot be read.
func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
    let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
  else { return 0 }
  return pages * 4_096
}

/// Whether a sanitizer's own memory would be measured too.
var isUnderSanitizer: Bool {
  let symbols = ["__tsan_init", "__asan_init"]
  return symbols.contains { dlsym(UnsafeMutableRawPointer(bitPattern: 0), $0) != nil }
}
