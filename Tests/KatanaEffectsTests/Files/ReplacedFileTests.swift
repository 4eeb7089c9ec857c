import Foundation
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

/// The commands that replace a file. Each of them must treat the replaced file in the same way.
enum ReplacingCommand: String, CaseIterable, CustomTestStringConvertible {
  case write, download, resumedDownload

  var testDescription: String { rawValue }
}

extension RealEffects {
  @Suite struct ReplacedFileTests {
    private let web = Web()
    private let folder = TemporaryFolder()

    /// Replaces the content of a file with "new", and returns the error's text if that fails.
    private func replace(_ path: String, by command: ReplacingCommand) async -> String? {
      if command == .write {
        guard case .done(let error)? = await FileTester().write("new", to: path) else {
          return "no answer"
        }
        return error?.description
      }
      let server = RawServer { _, connection in connection.answer(200, "new") }
      defer { server.stop() }
      let run = web.run(
        DownloadFile(
          .get(server.url), to: path, resumes: command == .resumedDownload,
          Reply(WebMessage.answered)))
      let message = await web.recorder.next(as: WebMessage.self)
      await run.ended()
      guard case .answered(.failure(let error))? = message else { return nil }
      return error.description
    }

    @Test(arguments: ReplacingCommand.allCases, [0o600, 0o640, 0o755, 0o400])
    func theModeIsKept(_ command: ReplacingCommand, mode: Int) async {
      folder.write("old", to: "a")
      folder.setMode(of: "a", to: mode_t(mode))
      #expect(await replace(folder("a"), by: command) == nil)
      #expect(folder.read("a") == "new")
      #expect(folder.mode(of: "a") == mode_t(mode))
      #expect(folder.names == ["a"])
    }

    @Test(arguments: ReplacingCommand.allCases)
    func theModeOfANewFileIsThatOfTheProcess(_ command: ReplacingCommand) async {
      folder.write("", to: "other")
      #expect(await replace(folder("a"), by: command) == nil)
      #expect(folder.mode(of: "a") == folder.mode(of: "other"))
    }

    @Test(arguments: ReplacingCommand.allCases)
    func aLinkIsKeptAndItsTargetIsReplaced(_ command: ReplacingCommand) async {
      folder.makeFolder("sub")
      folder.write("old", to: "sub/target")
      folder.link("sub/relative", to: "target")
      folder.link("a", to: folder("sub/relative"))
      #expect(await replace(folder("a"), by: command) == nil)
      #expect(folder.read("sub/target") == "new")
      #expect(folder.read("a") == "new")
      #expect(folder.target(of: "a") == folder("sub/relative"))
      #expect(folder.target(of: "sub/relative") == "target")
      #expect(folder.names == ["a", "sub"])
    }

    @Test(arguments: ReplacingCommand.allCases)
    func theTargetOfADanglingLinkIsCreated(_ command: ReplacingCommand) async {
      folder.makeFolder("sub")
      folder.link("a", to: "sub/target")
      #expect(await replace(folder("a"), by: command) == nil)
      #expect(folder.read("sub/target") == "new")
      #expect(folder.target(of: "a") == "sub/target")
    }

    @Test(arguments: ReplacingCommand.allCases)
    func linksInACircleAreAnError(_ command: ReplacingCommand) async throws {
      folder.link("a", to: "b")
      folder.link("b", to: "a")
      let error = try #require(await replace(folder("a"), by: command))
      #expect(error.contains("links"), "\(error)")
      #expect(folder.names == ["a", "b"])
    }

    @Test(arguments: ReplacingCommand.allCases)
    func nothingButARegularFileIsReplaced(_ command: ReplacingCommand) async {
      #expect(mkfifo(folder("pipe"), 0o600) == 0)
      folder.makeFolder("folder")
      #expect(await replace(folder("pipe"), by: command) != nil)
      #expect(await replace(folder("folder"), by: command) != nil)
      #expect(folder.names == ["folder", "pipe"])
    }

    @Test(arguments: ReplacingCommand.allCases, ["a", "é"])
    func aNameMayHaveAllBytesThatTheSystemAllows(
      _ command: ReplacingCommand, character: String
    ) async {
      let count = 255 / character.utf8.count
      let name =
        String(repeating: character, count: count)
        + String(repeating: "b", count: 255 - count * character.utf8.count)
      #expect(await replace(folder(name), by: command) == nil)
      #expect(folder.names == [name])
      #expect(await replace(folder(name), by: command) == nil)
      #expect(folder.names == [name])
    }

    @Test(arguments: ReplacingCommand.allCases)
    func whatArrivesIsAsPrivateAsTheFile(_ command: ReplacingCommand) async throws {
      folder.write("old", to: "a")
      folder.setMode(of: "a", to: 0o600)
      if command == .write {
        let modes = Locked<[mode_t]>([])
        var files = SystemFiles()
        files.hooks.beforeRename = { [folder] in
          let all = folder.names.map { folder.mode(of: $0) }
          modes.withLock { $0 = all }
        }
        try files.write(Data("new".utf8), to: folder("a"), access: .usual)
        #expect(modes.withLock { $0 } == [0o600, 0o600])
        return
      }
      if command == .resumedDownload {
        // Kept by a version that did not know this rule.
        folder.write("", to: ".a.part")
        folder.setMode(of: ".a.part", to: 0o644)
      }
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nETag: \"1\"\r\n\r\nne")
        connection.waitForEnd()
      }
      defer { server.stop() }
      let watching = web.watchProgress(of: 1)
      let run = web.run(
        DownloadFile(
          .get(server.url).reporting(as: 1), to: folder("a"),
          resumes: command == .resumedDownload, Reply(WebMessage.answered)))
      // The draft is open when the progress of its download is reported.
      _ = await web.recorder.next()
      let names = folder.names
      #expect(names.count >= 2)
      for name in names { #expect(folder.mode(of: name) == 0o600, "\(name)") }
      run.cancel()
      await run.ended()
      watching.stop()
      await watching.ended()
    }

    /// Something is mounted on such a file.
    @Test(arguments: ["", "old", "a longer old content"])
    func aFileThatCannotBeRenamedOverIsWrittenInPlace(_ old: String) throws {
      folder.write(old, to: "a")
      folder.setMode(of: "a", to: 0o640)
      let number = folder.number(of: "a")
      var files = SystemFiles()
      files.hooks.rename = { _, _, _ in
        errno = EBUSY
        return -1
      }
      try files.write(Data("new bytes".utf8), to: folder("a"), access: .usual)
      #expect(folder.read("a") == "new bytes")
      #expect(folder.number(of: "a") == number)
      #expect(folder.mode(of: "a") == 0o640)
      #expect(folder.names == ["a"])
      try files.write(Data("b".utf8), to: folder("a"), access: .ownerOnly)
      #expect(folder.read("a") == "b")
      #expect(folder.mode(of: "a") == 0o600)
    }

    /// The system refuses to cut a device, which the file has become.
    @Test func whatCannotBeWrittenInPlaceIsKeptUntilAWriteSucceeds() throws {
      folder.write("old", to: "a")
      var files = SystemFiles()
      files.hooks.rename = { [folder] _, _, _ in
        unlink(folder("a"))
        folder.link("a", to: "/dev/null")
        errno = EBUSY
        return -1
      }
      #expect(throws: FileError.invalidPath(path: folder("a"))) {
        try files.write(Data("new".utf8), to: folder("a"), access: .usual)
      }
      let kept = try #require(folder.names.first { $0 != "a" })
      #expect(folder.names.count == 2)
      #expect(folder.read(kept) == "new")
      unlink(folder("a"))
      folder.write("old", to: "a")
      try SystemFiles().write(Data("other".utf8), to: folder("a"), access: .usual)
      #expect(folder.read(kept) == "new")
      files.hooks.rename = { _, _, _ in
        errno = EBUSY
        return -1
      }
      try files.write(Data("newer".utf8), to: folder("a"), access: .usual)
      #expect(folder.read("a") == "newer")
      #expect(folder.names == ["a"])
    }

    @Test(arguments: [EACCES, EPERM, EXDEV, EROFS])
    func noOtherErrorLeadsToWritingInPlace(_ code: Int32) {
      folder.write("old", to: "a")
      var files = SystemFiles()
      files.hooks.rename = { _, _, _ in
        errno = code
        return -1
      }
      #expect(throws: FileError.self) {
        try files.write(Data("new".utf8), to: folder("a"), access: .usual)
      }
      #expect(folder.read("a") == "old")
      #expect(folder.names == ["a"])
    }

    /// With the content of the file, but without its name, the part would stay for good.
    @Test func aPartThatWasWrittenInPlaceIsRemoved() throws {
      folder.write("old", to: "a")
      var hooks = ReplacementHooks()
      hooks.rename = { _, _, _ in
        errno = EBUSY
        return -1
      }
      do {
        let draft = try FileReplacement(of: folder("a"), hooks: hooks)
        draft.isTemporary = false
        try draft.write(Data("new".utf8))
        try draft.complete()
      }
      #expect(folder.read("a") == "new")
      #expect(folder.names == ["a"])
    }

    @Test func whatIsNoPartIsKept() {
      mkfifo(folder(".a.part"), 0o600)
      #expect(throws: FileError.self) { _ = try FileReplacement(partOf: folder("a")) }
      #expect(folder.names == [".a.part"])
    }

    /// Only the superuser can give a file to another user.
    @Test(.enabled(if: geteuid() == 0))
    func theOwnerAndTheGroupAreKept() async {
      for command in ReplacingCommand.allCases {
        folder.write("old", to: "a")
        #expect(chown(folder("a"), 12_345, 23_456) == 0)
        folder.setMode(of: "a", to: 0o640)
        #expect(await replace(folder("a"), by: command) == nil)
        var status = stat()
        #expect(stat(folder("a"), &status) == 0)
        #expect(status.st_uid == 12_345 && status.st_gid == 23_456)
        #expect(folder.mode(of: "a") == 0o640)
      }
    }

    /// Such as a file of secrets that a service reads.
    @Test(.enabled(if: geteuid() == 0))
    func theOwnerOfAPrivateFileIsKept() async {
      folder.write("old", to: "a")
      #expect(chown(folder("a"), 12_345, 23_456) == 0)
      folder.setMode(of: "a", to: 0o640)
      #expect(await FileTester().write("new", to: folder("a"), access: .ownerOnly) == .done(nil))
      var status = stat()
      #expect(stat(folder("a"), &status) == 0)
      #expect(status.st_uid == 12_345 && status.st_gid == 23_456)
      #expect(folder.mode(of: "a") == 0o600)
    }

    #if os(Linux)
      /// Calls a closure with the rights of another user. Only this thread gets them.
      private func asUser(_ id: UInt32, _ body: () throws -> Void) throws {
        typealias Function = @convention(c) (UInt32) -> Int32
        let found = try #require(dlsym(nil, "setfsuid"))
        let set = unsafeBitCast(found, to: Function.self)
        _ = set(id)
        defer { _ = set(0) }
        try body()
      }

      /// The bits of a group that cannot be kept would be rights of the group of the writer.
      @Test(
        .enabled(if: geteuid() == 0),
        arguments: [
          (23_456, 0o664, 0o644), (23_456, 0o660, 0o600), (23_456, 0o6755, 0o755),
          (23_456, 0o646, 0o646), (0, 0o664, 0o664), (0, 0o4771, 0o771),
        ] as [(gid_t, mode_t, mode_t)])
      func aGroupThatCannotBeKeptHasTheRightsOfAll(
        _ group: gid_t, _ mode: mode_t, _ newMode: mode_t
      ) throws {
        chmod(folder.path, 0o777)
        folder.write("old", to: "a")
        #expect(chown(folder("a"), 0, group) == 0)
        folder.setMode(of: "a", to: mode)
        try asUser(12_345) {
          try SystemFiles().write(Data("new".utf8), to: folder("a"), access: .usual)
        }
        var status = stat()
        #expect(stat(folder("a"), &status) == 0)
        #expect(status.st_uid == 12_345 && status.st_gid == 0)
        #expect(folder.mode(of: "a") == newMode)
        #expect(folder.read("a") == "new")
      }

      /// The folder gives its list to each new file, and so to the draft.
      @Test func aFileWithoutAnAccessListGetsNone() async throws {
        for command in ReplacingCommand.allCases {
          let folder = TemporaryFolder()
          folder.write("old", to: "a")
          folder.setMode(of: "a", to: 0o640)
          // Of version 2: user 12345 reads what is new in the folder.
          let list: [UInt8] =
            [2, 0, 0, 0] + [1, 0, 7, 0, 255, 255, 255, 255] + [2, 0, 4, 0, 0x39, 0x30, 0, 0]
            + [4, 0, 5, 0, 255, 255, 255, 255] + [16, 0, 5, 0, 255, 255, 255, 255]
            + [32, 0, 0, 0, 255, 255, 255, 255]
          guard folder.setAccessList(of: ".", to: list, kind: "system.posix_acl_default") else {
            return
          }
          #expect(await replace(folder("a"), by: command) == nil)
          #expect(folder.read("a") == "new")
          #expect(folder.accessList(of: "a") == [])
          #expect(folder.mode(of: "a") == 0o640)
        }
      }

      /// With a list, the bits of the group are the limit of the list: the group itself has no rights.
      @Test func theAccessListIsKept() async throws {
        for command in ReplacingCommand.allCases {
          folder.write("old", to: "a")
          folder.setMode(of: "a", to: 0o600)
          // Of version 2: the owner reads and writes, user 12345 reads, others and the group do not.
          let list: [UInt8] =
            [2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255] + [2, 0, 4, 0, 0x39, 0x30, 0, 0]
            + [4, 0, 0, 0, 255, 255, 255, 255] + [16, 0, 4, 0, 255, 255, 255, 255]
            + [32, 0, 0, 0, 255, 255, 255, 255]
          guard folder.setAccessList(of: "a", to: list) else { return }
          #expect(folder.mode(of: "a") == 0o640)
          #expect(await replace(folder("a"), by: command) == nil)
          #expect(folder.read("a") == "new")
          #expect(folder.accessList(of: "a") == list)
          #expect(folder.mode(of: "a") == 0o640)
        }
      }
    #endif

    @Test func aPartWithALongNameIsKeptAndDiscarded() async {
      let name = String(repeating: "é", count: 127)
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: \"1\"\r\n\r\nabc")
        connection.shutDown()
      }
      defer { server.stop() }
      let run = web.run(
        DownloadFile(.get(server.url), to: folder(name), resumes: true, Reply(WebMessage.answered)))
      _ = await web.recorder.next(as: WebMessage.self)
      await run.ended()
      #expect(folder.names.count == 2)
      #expect(folder.names.allSatisfy { $0.utf8.count <= 255 && $0.hasPrefix(".é") })
      let discarding = web.recorder.run(
        DiscardDownloadPartInterpreter(client: web.client), DiscardDownloadPart(of: folder(name)))
      await discarding.ended()
      #expect(folder.names.isEmpty)
    }

    @Test(arguments: ["d/bashrc\0.jpg", "d/.bashrc\0", "\0", ""])
    func aPathWithANULNamesNoOtherFile(_ name: String) async {
      folder.makeFolder("d")
      folder.write("mine", to: "d/.bashrc")
      folder.write("mine", to: "d/bashrc")
      let path = name.isEmpty ? "" : folder(name)
      let discarding = web.recorder.run(
        DiscardDownloadPartInterpreter(client: web.client), DiscardDownloadPart(of: path))
      await discarding.ended()
      for command in ReplacingCommand.allCases {
        #expect(await replace(path, by: command) != nil)
      }
      let upload = HTTPRequest.put("http://127.0.0.1:\(unusedPort())/", body: .file(path))
      guard case .fileUnreadable? = await web.error(of: upload) else {
        Issue.record("the file was read")
        return
      }
      #expect(folder.read("d/.bashrc") == "mine")
      #expect(folder.read("d/bashrc") == "mine")
      #expect(folder.names == ["d"])
    }
  }
}
