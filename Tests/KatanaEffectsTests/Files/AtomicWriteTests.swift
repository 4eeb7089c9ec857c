import Foundation
import KatanaEffects
import KatanaSystem
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct AtomicWriteTests {
    private let folder = TemporaryFolder()

    @Test func theOldBytesStayUntilAllNewOnesAreThere() throws {
      folder.write("old", to: "a")
      var files = SystemFiles()
      files.hooks.beforeRename = { [folder] in
        #expect(folder.read("a") == "old")
        let drafts = folder.names.filter { $0.hasSuffix(".draft") }
        #expect(drafts.count == 1 && drafts.first.flatMap(folder.read) == "new")
        #expect(drafts.first.map(folder.mode) == 0o600)
      }
      try files.write(Data("new".utf8), to: folder("a"), access: .ownerOnly)
      #expect(folder.read("a") == "new")
    }

    @Test func theDraftOfAFailedWriteIsRemoved() throws {
      var files = SystemFiles()
      files.hooks.beforeRename = { [folder] in folder.makeFolder("a") }
      #expect(throws: FileError.notARegularFile(path: folder("a"))) {
        try files.write(Data("new".utf8), to: folder("a"), access: .usual)
      }
      #expect(folder.names == ["a"])
    }

    @Test func aWriteLeavesTheDraftOfAnotherOneThatGoesOn() throws {
      var files = SystemFiles()
      files.hooks.beforeRename = { [folder] in
        let before = folder.names
        try? SystemFiles().write(Data("second".utf8), to: folder("a"), access: .usual)
        #expect(folder.read("a") == "second")
        #expect(folder.names == before + ["a"])
      }
      try files.write(Data("first".utf8), to: folder("a"), access: .usual)
      #expect(folder.read("a") == "first")
      #expect(folder.names == ["a"])
    }

    @Test func readersSeeWholeFilesWhileAnotherThreadWrites() async throws {
      let bytes = [UInt8](0..<8).map { Data(repeating: $0, count: 100_000) }
      let files = SystemFiles()
      try files.write(bytes[0], to: folder("a"), access: .usual)
      async let writing: Void = onThread { [folder] in
        for turn in 0..<100 {
          try? files.write(bytes[turn % 8], to: folder("a"), access: .usual)
        }
      }
      for _ in 0..<100 {
        let read = try files.read(folder("a"), limit: 1 << 20)
        #expect(bytes.contains(read))
      }
      await writing
      #expect(folder.names == ["a"])
    }

    @Test func noRaceOfLinksLeadsOutOfTheRoot() async throws {
      folder.makeFolder("root")
      folder.makeFolder("root/sub")
      folder.makeFolder("outside")
      folder.write("secret", to: "outside/a")
      folder.write("inside", to: "root/sub/a")
      folder.link("root/link", to: "../outside")
      let files = SystemFiles(root: folder("root"))
      async let exchanging: Void = onThread { [folder] in
        for _ in 0..<2_000 {
          rename(folder("root/sub"), folder("root/kept"))
          rename(folder("root/link"), folder("root/sub"))
          rename(folder("root/sub"), folder("root/link"))
          rename(folder("root/kept"), folder("root/sub"))
        }
      }
      for _ in 0..<500 {
        if let read = try? files.read("sub/a", limit: 100) { #expect(read == Data("inside".utf8)) }
        try? files.append(Data(), to: "sub/new", access: .usual)
        try? files.write(Data("inside".utf8), to: "sub/a", access: .usual)
        try? files.remove("sub/new")
      }
      await exchanging
      #expect(folder.read("outside/a") == "secret")
      #expect(try files.list(".").count == 2)
      #expect(FileManager.default.contents(atPath: folder("outside/new")) == nil)
    }

    @Test func eachNumberOfTheSystemIsAValueWithItsPath() {
      let errors: [(Int32, FileError)] = [
        (ENOENT, .notFound(path: "p")), (EACCES, .permissionDenied(path: "p")),
        (EPERM, .permissionDenied(path: "p")), (ENOTDIR, .notAFolder(path: "p")),
        (EISDIR, .notARegularFile(path: "p")), (EEXIST, .alreadyExists(path: "p")),
        (ENOSPC, .noSpace(path: "p")), (EDQUOT, .noSpace(path: "p")),
        (ENAMETOOLONG, .invalidPath(path: "p")),
        (EIO, .other(path: "p", reason: "Input/output error")),
      ]
      for (code, error) in errors {
        #expect(FileError(SystemError(code: code), path: "p") == error)
        #expect(error.description.contains("\"p\""))
      }
    }
  }
}

/// Calls a function on a new thread, and returns after the function has returned.
func onThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    Thread {
      body()
      continuation.resume()
    }.start()
  }
}

extension Process {
  /// Waits for the end on a thread of its own, because `waitUntilExit` takes a whole processor on
  /// another thread than the one that has started the process.
  ///
  /// - Parameter late: Called after ten minutes, so that a failing test does not wait for ever.
  func ended(orAfterTenMinutes late: @escaping @Sendable () -> Void = {}) async {
    await onThread { [self] in
      let end = ContinuousClock.now + .seconds(600)
      while isRunning {
        usleep(2_000)
        if ContinuousClock.now > end {
          Issue.record("a process did not end within ten minutes")
          late()
          // SIGTERM is blocked in processes that Foundation starts.
          kill(processIdentifier, SIGKILL)
        }
      }
    }
  }
}
