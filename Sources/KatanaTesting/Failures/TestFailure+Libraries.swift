#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension TestFailure {
  /// Fails the current test of Swift Testing or XCTest; in a process without tests, writes to
  /// standard error.
  func reportToTestLibrary() {
    #if canImport(Testing)
      if Test.current != nil || TestProcess.runsSwiftTesting { return recordIssue() }
    #endif
    #if canImport(XCTest)
      if TestProcess.isTest { return XCTFail(text, file: place.filePath, line: place.line) }
    #endif
    let line = "\(place): failure: \(text)\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
  }

  #if canImport(Testing)
    private func recordIssue() {
      Issue.record(
        Comment(rawValue: text),
        sourceLocation: SourceLocation(
          fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line), column: 1
        ))
    }
  #endif
}

/// What is known about the process that asserts.
private enum TestProcess {
  /// Whether Swift Testing runs here. A thread that belongs to no test has no `Test.current`, and
  /// XCTest would ignore its failure.
  static let runsSwiftTesting: Bool = {
    let arguments = CommandLine.arguments
    return zip(arguments, arguments.dropFirst()).contains {
      $0 == ("--testing-library", "swift-testing")
    }
  }()

  /// Whether tests run here at all; the tool of a Swift package's tests has this suffix, and Xcode
  /// loads a bundle with it.
  static let isTest =
    CommandLine.arguments.contains { $0.hasSuffix(".xctest") }
    || getenv("XCTestConfigurationFilePath") != nil || getenv("XCTestBundlePath") != nil
}
