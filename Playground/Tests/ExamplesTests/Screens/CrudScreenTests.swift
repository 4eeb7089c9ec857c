import KatanaRuntime
import KatanaViews
import KatanaTesting
import Katana
import KatanaConsole
import KatanaEffectsTesting
import KatanaViewsTesting
import Testing

@testable import crud

@Suite struct CrudScreenTests {
  private let interpreters: [Interpreter] = [
    .random(seed: 1), .command(ExitProcess.self) { _, _ in },
  ]

  @Test func namesAreCreatedFilteredChangedAndDeleted() {
    let test = ViewTest(
      crudScreenProgram, interpreters: [.random(seed: 1)], { crudView($0) })
    for (name, surname) in [("Hans", "Emil"), ("Max", "Mustermann")] {
      test.replace("Name", with: name)
      test.replace("Surname", with: surname)
      test.press("Create")
    }
    test.press("Emil, Hans")
    test.replace("Name", with: "Hanna")
    test.press("Update")
    test.type("E", into: "Filter")
    let lines = test.outline.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(8).joined(separator: "\n") == """
        column [Esc quit]
          input "Filter" = "E"
          fitting
            row
              list "Names" (1 rows)
                text "Emil, Hanna" selected pressable [Del Delete]
              column
                input "Name" = "Hanna"
        """)
    test.press("Delete")
    #expect(test.model.people.map(\.text) == ["Mustermann, Max"])
  }

  @Test func theKeyboardAloneIsEnough() {
    let test = ViewTest(
      crudScreenProgram, interpreters: interpreters, columns: 60, rows: 8, { crudView($0) })
    // An empty list takes no focus.
    test.keys(.tab, "H", "a", "n", "s", .tab, "E", "m", "i", "l", .tab, .enter)
    #expect(test.model.people.map(\.text) == ["Emil, Hans"])
    test.keys(.tab, .tab, .tab, .tab)
    #expect(
      test.lines == [
        "Filter:",
        "┌─ Names ───────────────────┐ Name:    Hans",
        "│ Emil, Hans                │ Surname: Emil",
        "│                           │",
        "│                           │",
        "└───────────────────────────┘",
        "[ Create ] [ Update ] [ Delete ]",
        "Del Delete  Esc quit  Tab",
      ])
    test.key(.delete)
    #expect(test.model.people.isEmpty)
  }

  @Test func inHebrewTheScreenIsMirrored() {
    let test = ViewTest(
      crudScreenProgram, interpreters: interpreters, columns: 60, rows: 8, { crudView($0, .hebrew) }
    )
    test.keys(.tab, "A", "d", "a", .tab, "B", "y", "r", "o", "n", .tab, .enter)
    #expect(
      test.lines == [
        "                                                      :סינון",
        "Ada                   :שם פרטי ┌──────────────────── שמות ─┐",
        "Byron                :שם משפחה │                Byron, Ada │",
        "                               │                           │",
        "                               │                           │",
        "                               └───────────────────────────┘",
        "                               [ מחיקה ] [ עדכון ] [ הוספה ]",
        "                                              Tab  יציאה Esc",
      ])
  }
}
