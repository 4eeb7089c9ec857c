import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The two ends of a pipe.
struct TestPipe {
  let reading: Int32
  let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  func put(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) } == bytes.count)
  }

  func closeWriting() { #expect(close(writing) == 0) }
  func closeReading() { #expect(close(reading) == 0) }
}
