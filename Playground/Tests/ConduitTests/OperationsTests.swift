import Foundation
import ProgramProcess
import Testing

extension ProgramTests {
  /// Each of the 19 operations of the API, as a user types it, against the backend.
  @Suite struct OperationsTests {
    private let logIn = "login demo@example.com demo-password"
    private let loggedIn = "logged in as demo (demo@example.com)"

    /// Runs a script of the user `demo`, and returns what it prints after the login.
    private func said(_ lines: String...) async throws -> [String] {
      let result = try await ConduitProcess.run(input: [logIn] + lines)
      #expect(result.lines.prefix(2) == [ProgramTests.greeting, loggedIn])
      return result.errors + result.lines.dropFirst(2)
    }

    @Test func accounts() async throws {
      let lines = try await said(
        "me", "settings --bio \"I write\" --image http://a/b.png --email d@example.com",
        "settings --bio \"\" --password", "demo-passw0rd", "logout",
        "login d@example.com demo-passw0rd", "logout",
        "register ada ada@example.com", "hunter2222")
      #expect(
        lines == [
          "name   demo", "email  demo@example.com", "bio    none", "image  none",
          "name   demo", "email  d@example.com", "bio    I write", "image  http://a/b.png",
          "name   demo", "email  d@example.com", "bio    none", "image  http://a/b.png",
          "logged out", "logged in as demo (d@example.com)", "logged out",
          "registered as ada (ada@example.com)",
        ])
    }

    @Test func profiles() async throws {
      let lines = try await said(
        "unfollow maren", "profile maren", "follow maren", "profile maren", "profile nobody",
        "follow nobody")
      let maren = [
        "name       maren", "bio        Writes about values, names and other small things.",
        "image      none",
      ]
      #expect(
        lines == [
          "error: line 6: profile not found", "error: line 7: profile not found",
          "error: line 7: taken back: follow nobody", "you no longer follow maren",
        ] + maren + ["following  no", "following maren"] + maren + [
          "following  yes", "following nobody",
        ])
    }

    @Test func lists() async throws {
      let lines = try await said(
        "articles --author maren --tag swift", "articles --favorited demo --tag design",
        "unfollow maren", "feed", "follow ines", "feed --page 9", "tags")
      #expect(lines.contains("articles tagged swift by maren 1 to 3 of 3"))
      #expect(lines.contains { $0.hasPrefix("articles tagged design liked by demo 1 to ") })
      #expect(lines.contains("no articles by people you follow"))
      #expect(lines.contains("no articles by people you follow on page 9"))
      #expect(lines.contains("swift"))
    }

    @Test func favorites() async throws {
      let lines = try await said(
        "unfavorite values-first", "read values-first", "favorite values-first",
        "read values-first", "favorite nothing")
      #expect(
        lines.filter { $0.contains("like") || $0.hasPrefix("error:") } == [
          "error: line 6: article not found", "error: line 6: taken back: favorite nothing",
          "you no longer like values-first",
          "by maren on 2025-03-03, 1 like, tagged swift, design", "you like values-first",
          "by maren on 2025-03-03, 2 likes, one of them yours, tagged swift, design",
          "you like nothing",
        ])
    }

    @Test func bookmarks() async throws {
      let lines = try await said(
        "bookmark values-first", "read values-first", "bookmarks", "unbookmark values-first",
        "read values-first", "bookmarks", "bookmark nothing")
      #expect(
        lines.filter { $0.contains("bookmark") } == [
          "error: line 8: taken back: bookmark nothing", "bookmark on values-first",
          "by maren on 2025-03-03, 2 likes, one of them yours, with your bookmark, tagged swift, design",
          "articles with your bookmarks 1 to 1 of 1", "no bookmark on values-first",
          "no articles with your bookmarks", "bookmark on nothing",
        ])
    }

    @Test func comments() async throws {
      let lines = try await said(
        "comments the-flaky-test", "comment the-flaky-test Thank you, both.",
        "uncomment the-flaky-test 10", "uncomment the-flaky-test 6", "comments values-first-x",
        "comments names-are-tests")
      #expect(
        lines.prefix(3) == [
          "error: line 5: comment forbidden", "error: line 6: article not found",
          "error: line 7: article not found",
        ])
      #expect(
        lines.dropFirst(3).filter { !$0.contains(" by ") } == [
          "Which tool did you use to find the race?",
          "The thread sanitizer, and then a lot of reading.", "added comment 10",
          "removed comment 10",
        ])
    }

    @Test func articlesArePublishedChangedAndDeleted() async throws {
      let lines = try await said(
        "publish Own | About | Text | x", "edit own --title \"Own two\" --tags \"a, b\"",
        "delete own-two", "undo", "read own-two", "delete own-two")
      #expect(
        lines.filter { !$0.hasPrefix("by demo on ") } == [
          "published own", "changed own-two",
          "own-two will be deleted in 5 seconds; to keep it: undo", "own-two is kept", "Own two",
          "", "Text", "own-two will be deleted in 5 seconds; to keep it: undo", "deleted own-two",
        ])
    }

    @Test func articlesAreSentFromFiles() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (new, other) = (folder.appending(path: "new.md"), folder.appending(path: "other.md"))
      try Data("title: Own\ndescription: About\ntags: x\n\nText:\n\n    code\n".utf8).write(to: new)
      try Data("title: Own two\n".utf8).write(to: other)
      let lines = try await said(
        "publish --file \(new.path)", "edit own --file \(other.path)", "read own-two",
        "publish --file \(folder.path)/none", "publish", "edit own-two")
      #expect(
        lines.filter { !$0.hasPrefix("by demo on ") } == [
          "error: line 5: \"\(folder.path)/none\" was not found.",
          "error: line 6: an editor needs a terminal; with --file FILE, the text comes from a file",
          "error: line 7: an editor needs a terminal; with --file FILE, the text comes from a file",
          "published own", "changed own-two", "Own two", "", "Text:", "", "    code",
        ])
    }

    @Test func whatIsNotYoursIsKept() async throws {
      let lines = try await said(
        "edit values-first --title X", "delete values-first", "undo", "undo")
      #expect(
        lines == [
          "error: line 2: article forbidden", "error: line 5: nothing to undo",
          "values-first will be deleted in 5 seconds; to keep it: undo", "values-first is kept",
        ])
      // The end of the input performs it, so no line has led to the failure.
      let deleted = try await said("delete values-first")
      #expect(
        deleted == [
          "error: article forbidden", "error: values-first is kept",
          "values-first will be deleted in 5 seconds; to keep it: undo",
        ])
    }

    @Test func withoutASessionALineSaysSo() async throws {
      let result = try await ConduitProcess.run(input: [
        "feed", "follow maren", "favorite values-first", "comment values-first x",
        "uncomment values-first 1", "edit values-first --body x", "settings --bio x",
        "publish a|b|c", "unfollow maren", "unfavorite values-first",
        "publish", "edit values-first", "delete values-first", "publish --file none.md",
        "edit values-first --file none.md", "delete values-first", "me", "quit",
      ])
      let error = "you are not logged in; try: login EMAIL PASSWORD"
      let refused = result.errors.filter { $0.hasSuffix(error) }
      #expect(refused == (1...17).map { "error: line \($0): \(error)" })
      #expect(result.errors == refused)
      #expect(result.lines == [ProgramTests.greeting])
      #expect(result.status == 1)
    }
  }
}
