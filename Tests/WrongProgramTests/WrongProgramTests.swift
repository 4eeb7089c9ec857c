import KatanaRuntime
import Testing

/// What the compiler says first about programs that are wrong: each fixture states it.
///
/// The texts are those of Swift 6.3. After an update of the compiler or of a public signature, read
/// the new text as a user would before you write it into the fixture.
struct WrongProgramTests {
  private static let slots = Slots(2)

  @Test(arguments: Fixture.wrong)
  func theFirstErrorIsTheExpectedOne(_ fixture: Fixture) async throws {
    let expected = try #require(
      fixture.expected, "\(fixture) does not begin with `// expected: …`.")
    let verdict = try await Self.check(fixture)

    #expect(!verdict.isCrash, "The compiler failed:\n\(verdict.output)")
    #expect(verdict.firstError == expected, "\(verdict.output)")
    #expect(verdict.isOfTheProgram, "The error is not in the program:\n\(verdict.output)")
  }

  @Test func aRightProgramCompiles() async throws {
    let verdict = try await Self.check(#require(Fixture.rightProgram))

    #expect(verdict.status == 0 && verdict.output.isEmpty, "\(verdict.output)")
  }

  @Test func thereAreFixtures() { #expect(Fixture.wrong.count >= 30) }

  @Test(arguments: Fixture.wrong)
  func aFixtureSaysWhetherItsErrorNamesATypeOfTheUser(_ fixture: Fixture) throws {
    let expected = try #require(fixture.expected)
    let types = try #require(Fixture.preamble).types.union(fixture.types)
    let words = expected.split { !$0.isLetter && !$0.isNumber && $0 != "_" }

    #expect(words.contains { types.contains(String($0)) } != fixture.saysThatNoTypeIsNamed)
  }

  private static func check(_ fixture: Fixture) async throws -> Verdict {
    let compiler = try Compiler()
    let preamble = try #require(Fixture.preamble)
    return try await slots.run { try await compiler.check(fixture, with: preamble) }
  }
}

/// What the compiler cannot see is found before anything runs.
struct MissingInterpreterTests {
  @Test func theErrorNamesTheTypeOfTheCommand() throws {
    let program = Program(model: Notes(), NotesUpdater())

    let error = #expect(throws: WiringError.self) { _ = try Runtime(program) }
    #expect(
      error?.description == """
        0 interpreters could be found for the command SaveNotes; exactly 1 is required.
        What the command describes would not happen.
        To fix this, add .command(…) with an interpreter whose Cmd is SaveNotes to the runtime's \
        `interpreters`.
        """)
  }
}

private struct Notes: Model {}

private enum NotesMessage: Message { case saveTapped }

private struct SaveNotes: Command {}

private struct NotesUpdater: TypedUpdater {
  var effects: [any Effect.Type] { [SaveNotes.self] }

  func update(model: inout Notes, message: NotesMessage) -> [any Command] { [SaveNotes()] }
}
