public import Foundation
public import Katana
import KatanaEffects

/// Opens a URL with the program that the user prefers for it, such as a browser or a mail program.
///
/// The interpreter starts `xdg-open`, or `open` on macOS, with the URL as an argument and without a
/// shell. Performed by the interpreters of `.terminal()`.
///
/// ```swift
/// OpenURL(helpPage, reply { .helpOpened($0) })
/// ```
public struct OpenURL: Command, Hashable {
  /// The URL to open. It must have a scheme.
  public var url: URL
  /// The reply, which makes the message when the program has accepted the URL or has failed: `nil`,
  /// or the error.
  public var reply: Reply<OpenURLError?>

  /// Creates a command that opens a URL.
  public init(_ url: URL, _ reply: Reply<OpenURLError?>) {
    self.url = url
    self.reply = reply
  }
}

/// Why a URL could not be opened.
public enum OpenURLError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The URL has no scheme, so no program can be chosen for it.
  case noScheme(String)
  /// The program that opens URLs could not be started.
  case noOpener(String, reason: String)
  /// The program that opens URLs ended with this status.
  case refused(String, status: Int32)

  /// What happened, and how to fix it: ``text`` and ``advice``.
  public var description: String { texts.description }

  /// What happened, for the users of the app. It contains no advice and no name of the framework.
  public var text: String { texts.text }

  /// How a developer can fix the error; `nil` if there is nothing to say.
  public var advice: String? { texts.advice }

  private var texts: ErrorText {
    switch self {
    case .noScheme(let url):
      ErrorText(
        "\(url) has no scheme.",
        fix: "open an absolute URL such as https://example.com.")
    case .noOpener(let program, let reason):
      ErrorText(
        "\(program) could not be started: \(reason).",
        fix: "install it, or show the URL.")
    case .refused(let program, let status):
      ErrorText(
        "\(program) ended with status \(status).",
        fix: "choose a program for such URLs.")
    }
  }
}
