import Foundation
import KatanaConsole
import KatanaTesting
import ProgramProcess
import Testing

@testable import Step1

/// The pages of the tutorial, followed as a reader does: their commands, and what they say one sees.
@Suite struct PageTests {
  @Test func theProgramsPrintWhatThePagesShow() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "katana-tutorial-\(UUID().uuidString)")
    let shelf = folder.appending(path: "shelf")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var count = 0
    for page in try Page.all() {
      let server = try await FolderServer(folder: shelf)
      defer { server.cancel() }
      var reader = Reader(page: page.number, folder: folder, server: server)
      for line in page.lines { try await reader.follow(line) }
      try await reader.endProgram()
      count += reader.count
    }
    #expect(count > 40)
  }

  @Test func theFailureIsTheOneOfThePage() throws {
    let found = failures {
      let test = StepTest(BooksUpdater(), model: Books())
      test.send(.typed(.entered("add Dune")), commands: [Print("1 Dune"), BooksUpdater.ask]) {
        $0.books = [Book(id: 1, title: "Dune")]
      }
    }
    let text = try #require(found.first?.text)
    #expect(try Page.all()[1].blocks.contains { $0.text == text })
  }

  @Test func eachPageIsShortAndSaysWhatTheReaderSees() throws {
    let pages = try Page.all()
    #expect(pages.map(\.number) == Array(1...6))
    for page in pages {
      let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 235, "page \(page.number)")
      #expect(page.text.contains("\n## What you see\n"), "page \(page.number)")
    }
  }

  /// A reader changes only what the page tells, so each other file is that of the step before.
  @Test func eachFileThatNoPageNamesIsThatOfTheStepBefore() throws {
    let pages = try Page.all()
    var compared = 0
    for (before, step) in [(1, 3), (3, 4), (4, 5), (5, 6)] {
      let (old, new) = (try sources(ofStep: before), try sources(ofStep: step))
      let text = pages.filter { $0.number > before && $0.number <= step }.map(\.text).joined()
      for name in Set(old.keys).union(new.keys) where !text.contains("`\(name)`") {
        #expect(old[name] == new[name], "\(name) of step \(step)")
        compared += 1
      }
    }
    #expect(compared > 10)
  }

  private func sources(ofStep step: Int) throws -> [String: String] {
    let folder = URL(filePath: #filePath).appending(
      path: "../../../Sources/Tutorial/Step\(step)"
    ).standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
      })
  }

  @Test(arguments: [["replay"], ["test", "session.katana"], ["test", "session.katana", "last"]])
  func theLastProgramSaysWhichArgumentsItTakes(arguments: [String]) async throws {
    let result = try await ProgramProcess("Step6", arguments).finish()
    #expect(result.errors == ["books [replay FILE | test FILE NUMBER]"])
    #expect(result.lines == [] && result.status == 2)
  }
}

/// Follows one page.
private struct Reader {
  let page: Int
  let folder: URL
  let server: FolderServer
  /// The number of lines that were compared.
  private(set) var count = 0
  private var program: ProgramProcess?

  init(page: Int, folder: URL, server: FolderServer) {
    (self.page, self.folder, self.server) = (page, folder, server)
  }

  mutating func follow(_ line: Page.Line) async throws {
    switch line {
    // The server runs already. Builds and tests need the package of a reader, as `.ci/tutorial` does.
    case .command(let command) where command.hasPrefix("python3") || command.contains("swift "):
      break
    case .command(let command):
      let result = try await ProgramProcess(shell: command, in: folder).finish()
      #expect(result.status == 0, "page \(page): \(command): \(result.lines)")
    case .start(let command) where !command.hasPrefix("swift run books"): try await endProgram()
    case .start(let command):
      try await endProgram()
      let path = ProgramProcess.folder.appending(path: "Step\(page)").path()
      program = try ProgramProcess(
        shell: "exec " + command.replacing("swift run books", with: path), in: folder,
        environment: ["BOOKS_SERVER": server.url])
    case .typed(let line): try program?.send(line)
    case .printed(let expected):
      guard let program else { break }
      // The lines after a wrong one may never come.
      let line = await program.nextLine()
      try #require(line == expected, "page \(page)")
      count += 1
    case .serverStopped: await server.stop()
    }
  }

  /// Waits for the end of the program, which has nothing more to say.
  mutating func endProgram() async throws {
    guard let program else { return }
    let result = try await program.finish()
    #expect(result.lines == [], "page \(page)")
    #expect(result.status == 0, "page \(page)")
    self.program = nil
  }
}
