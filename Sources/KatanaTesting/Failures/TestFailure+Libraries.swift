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
  /// Fails the current test of Swift Testing or XCTest.
  ///
  /// In a process without tests, this writes the failure to standard error.
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

/// The test library of this process, as its arguments and its environment show it.
private enum TestProcess {
  /// Whether Swift Testing runs in this process.
  ///
  /// `Test.current` is not enough: it is `nil` on a thread that belongs to no test, and XCTest
  /// would ignore a failure from there.
  static let runsSwiftTesting: Bool = {
    let arguments = CommandLine.arguments
    return zip(arguments, arguments.dropFirst()).contains {
      $0 == ("--testing-library", "swift-testing")
    }
  }()

  /// Whether tests run in this process. The test executable of a Swift package has this suffix, and
  /// so has the bundle that Xcode loads.
  static let isTest =
    CommandLine.arguments.contains { $0.hasSuffix(".xctest") }
    || getenv("XCTestConfigurationFilePath") != nil || getenv("XCTestBundlePath") != nil
}
