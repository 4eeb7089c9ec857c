import KatanaConsoleTesting
#if os(Linux)
  import Foundation
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  // What the tests of restoring wait for.
  extension PseudoTerminal {
    /// A program shows its full screen.
    func expectTaken(
      withMouse usesMouse: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      await expect(["full screen"], sourceLocation: sourceLocation)
      #expect(flags == tcflag_t(ISIG), sourceLocation: sourceLocation)
      #expect(screen.isFullScreen, sourceLocation: sourceLocation)
      #expect(screen.modes.contains("1006") == usesMouse, sourceLocation: sourceLocation)
    }

    /// The terminal is as it was before the program.
    func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) async {
      let isOff = await output.wait { [self] _ in
        !screen.isFullScreen && !screen.isCursorHidden
          && screen.modes.subtracting(["25"]).isEmpty
      }
      #expect(isOff, "\(output.text.debugDescription)", sourceLocation: sourceLocation)
      #expect(flags == Self.usual, sourceLocation: sourceLocation)
      expectFormerTitle(sourceLocation: sourceLocation)
    }

    /// The titles that were put on the terminal's stack were taken from it.
    func expectFormerTitle(sourceLocation: SourceLocation = #_sourceLocation) {
      let kept = output.text.components(separatedBy: "\u{1B}[22;2t").count
      let taken = output.text.components(separatedBy: "\u{1B}[23;2t").count
      #expect(kept == taken, sourceLocation: sourceLocation)
    }

    /// The number of prompts of a shell whose prompt is `ready> `.
    var promptCount: Int { output.text.components(separatedBy: "ready> ").count }

    /// Ends that shell when it shows its prompt again.
    func leaveShell(after prompts: Int) async {
      let isShellBack = await output.wait { [self] _ in promptCount > prompts }
      #expect(isShellBack)
      type("exit\r")
    }
  }
#endif
