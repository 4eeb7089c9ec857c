import Foundation
import KatanaConsole
import KatanaEffects
import Testing

/// Errors have a text for users and advice for developers.
@Suite struct ErrorTextTests {
  private let errors: [any Error] = [
    FileError.notFound(path: "a/b"), FileError.tooLarge(path: "a/b", limit: 1),
    FileError.notText(path: "a/b"), FileError.invalidPath(path: "a/b"),
    HTTPError.timeLimitReached("a.b", .seconds(1)), HTTPError.tooLarge("a.b", limit: 1),
    HTTPError.redirectRefused("a.b"), HTTPError.fileUnwritable(.notFound(path: "a/b")),
    HTTPError.socketNotOpen("chat"), HTTPError.invalidMethod("a b"),
    HTTPError.undecodable(
      path: "", reason: "The given data was not valid JSON.",
      HTTPResponse(status: 200, body: Data("x".utf8))),
    StoreError.file(.noSpace(path: "a/b")), StoreError.notEncodable(name: "a", reason: "no"),
    StoreError.damaged(path: "a/b", copy: "a/b.damaged"),
    StoreError.newer(path: "a/b", version: 2, newest: 1, copy: "a/b.newer"),
    StoreError.notMigrated(path: "a/b", version: 1, reason: "Old", copy: "a/b.old"),
    StoreError.notDecodable(name: "a", reason: "no."), StoreError.keptTwice(path: "a/b"),
    StoreError.outOfRange(name: "a"),
    FileError.permissionDenied(path: "a/b"), FileError.notARegularFile(path: "a/b"),
    FileError.notAFolder(path: "a/b"), FileError.outsideRoot(path: "a/b"),
    FileError.alreadyExists(path: "a/b"), FileError.noSpace(path: "a/b"),
    FileError.other(path: "a/b", reason: "no."), HTTPError.invalidURL("no."),
    HTTPError.unencodable(path: "a", reason: "no."), HTTPError.unknownHost("a.b"),
    HTTPError.connectionRefused("a.b"), HTTPError.connectionLost("a.b"), HTTPError.bodyCut("a.b"),
    HTTPError.partUnexpected("a.b"), HTTPError.certificateInvalid("a.b", reason: "old."),
    HTTPError.notHTTP("a.b"), HTTPError.redirectLoop("a.b"), HTTPError.encryptionFailed("a.b"),
    HTTPError.proxyFailed("a.b", reason: "no."),
    HTTPError.pingUnanswered("a.b", .seconds(1)), HTTPError.headersTooLarge("a.b", limit: 1),
    HTTPError.silenceLimitReached("a.b", .seconds(1)), HTTPError.typeUnexpected("a.b", type: ""),
    HTTPError.transportFailed("a.b", code: 1, reason: "no."),
    ProgramError.notFound(program: "a"), ProgramError.permissionDenied(program: "a"),
    ProgramError.workingDirectoryNotFound(path: "a/b"), ProgramError.needsTerminal(program: "a"),
    ProgramError.noTerminal(program: "a"), ProgramError.timedOut(program: "a", limit: .seconds(1)),
    ProgramError.other(program: "a", reason: "no."), TerminalError.closedPipe(.standardOutput),
    TerminalError.notWritten(.standardOutput, reason: "no"), TerminalError.notRead(reason: "no"),
    TerminalError.lineTooLong(limit: 2), OpenURLError.noScheme("a"),
    OpenURLError.noOpener("xdg-open", reason: "no"), OpenURLError.refused("xdg-open", status: 1),
  ]

  private func parts(_ error: any Error) -> (text: String, advice: String?) {
    switch error {
    case let error as FileError: (error.text, error.advice)
    case let error as HTTPError: (error.text, error.advice)
    case let error as StoreError: (error.text, error.advice)
    case let error as ProgramError: (error.text, error.advice)
    case let error as TerminalError: (error.text, error.advice)
    case let error as OpenURLError: (error.text, error.advice)
    default: ("", nil)
    }
  }

  @Test func theTextForUsersNamesNothingOfTheFramework() {
    for error in errors {
      let (text, advice) = parts(error)
      #expect(!text.isEmpty)
      for name in ["MakeFolder", "ReadFile", "Limit", "`", "To fix this", "Encodable"] {
        #expect(!text.contains(name), "\(text)")
      }
      #expect(!text.contains("..") && !text.contains(" 1 bytes") && !text.contains("  "), "\(text)")
      #expect("\(error)" == [text, advice].compactMap { $0 }.joined(separator: " "))
      #expect(advice?.hasPrefix("To fix this, ") != false)
    }
  }

  /// Whoever reads one line of a log must know what it is about.
  @Test func theTextNamesTheHostTheFileAndTheProgram() {
    for error in errors {
      let text = parts(error).text
      for name in ["a.b", "a/b", "xdg-open"] where String(reflecting: error).contains("\"\(name)\"")
      {
        #expect(text.contains(name), "\(text)")
      }
    }
  }

  /// The name of a file or a program is no line of a log, and no command to a terminal.
  @Test func noNameIsALineOfItsOwn() {
    let evil = "a\r\nkatana: b\u{1B}[2J\u{85}\u{2028}\0\"é\u{301}\\"
    let shown = #"a\r\nkatana: b\u{1B}[2J\u{0085}\u{2028}\0"\#u{E9}\#u{301}\"#
    let errors: [any Error] = [
      FileError.notFound(path: evil), FileError.other(path: "a", reason: evil),
      StoreError.notDecodable(name: evil, reason: "no"), StoreError.keptTwice(path: evil),
      StoreError.damaged(path: "a", copy: evil), ProgramError.notFound(program: evil),
      ProgramError.workingDirectoryNotFound(path: evil), OpenURLError.noScheme(evil),
      OpenURLError.noOpener(evil, reason: "no"), TerminalError.notRead(reason: evil),
      HTTPError.typeUnexpected("a.b", type: evil), HTTPError.fileUnreadable(.notFound(path: evil)),
    ]
    for error in errors { #expect("\(error)".contains(shown), "\(error)") }
  }

  @Test func aByteIsOneByte() {
    #expect(FileError.tooLarge(path: "a", limit: 1).text == "\"a\" has more than 1 byte.")
    #expect(HTTPError.tooLarge("a.b", limit: 2).text == "The answer of a.b has more than 2 bytes.")
    #expect("\(HTTPResponse(status: 200, body: Data([1])))" == "HTTPResponse(200, 1 byte)")
    #expect(
      parts(errors[10]).text
        == "The answer of 1 byte cannot be decoded: The given data was not valid JSON.")
  }
}
