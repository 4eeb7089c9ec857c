import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  /// Relative paths of programs begin at the folder in which the program starts.
  @Suite struct RelativePathTests {
    private let folder = TemporaryFolder()
    private let recorder = RecordingDispatcher()

    private func run(
      _ name: String, path: String
    ) async -> Outcome<ProgramResult, ProgramError>? {
      let run = recorder.run(
        .processes(),
        RunProgram(
          name, [], environment: ["PATH": path], workingDirectory: folder.path,
          Reply(ProgramMessage.ran)))
      guard case .ran(let result)? = await recorder.next(as: ProgramMessage.self) else {
        return nil
      }
      await run.ended()
      return result
    }

    @Test func theFileThatIsCheckedIsTheOneThatRuns() async throws {
      folder.makeFolder("bin")
      folder.write("#!/bin/sh\necho here\n", to: "bin/tool")
      folder.setMode(of: "bin/tool", to: 0o755)
      folder.write("", to: "bin/text")
      for path in ["bin", "./bin", "missing:bin:/usr/bin"] {
        #expect(try await run("tool", path: path)?.get().text == "here\n", "\(path)")
      }
      #expect(try await run("bin/tool", path: "")?.get().text == "here\n")
      #expect(await run("text", path: "bin")?.error == .permissionDenied(program: "text"))
      #expect(await run("tool", path: "/usr/bin")?.error == .notFound(program: "tool"))
    }
  }
}
