#if os(macOS) || os(Linux)
  import Foundation
  import KatanaRecording
  import Testing

  @testable import KatanaConsoleInterpreters

  extension RealEffects {
    /// The handler that ends programs stands before the one that mends a page of a recording.
    @Suite struct CutPageBesideProgramsTests {
      @Test func aPageThatIsCutEndsNoProgram() async throws {
        let folder = TemporaryFolder()
        let path = folder("page")
        await #expect(processExitsWith: .success) { [path = path as String] in
          let page = try CrashPage(path)
          page.store(number: 1, label: "a")
          let place = RunningPrograms.claim(grace: .zero, leadsGroup: true)
          try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 0)
          page.store(number: 2, label: "b")
          precondition(!RunningPrograms.isEnding)
          withExtendedLifetime(page) { RunningPrograms.release(place) }
        }
      }
    }
  }
#endif
