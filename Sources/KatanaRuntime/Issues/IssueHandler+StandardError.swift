#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension IssueHandler {
  /// Writes the text to standard error: the default.
  public static let standardError = IssueHandler { issue in
    let text = "katana: " + issue.text.split(separator: "\n").joined(separator: "\n  ") + "\n"
    text.utf8CString.withUnsafeBytes { bytes in _ = write(2, bytes.baseAddress, bytes.count - 1) }
  }
}
