import Katana
import KatanaTesting
import Testing

@Suite struct CommandsTextTests {
  let logIn = LogIn(email: "a@b.c", password: Secret("hunter2"))

  @Test func equalCommandsHaveNoText() {
    #expect(commandsText(expected: [Save(id: 1), logIn], actual: [Save(id: 1), logIn]) == nil)
    #expect(commandsText(expected: [], actual: []) == nil)
  }

  @Test func missingUnexpectedAndDifferentCommands() {
    #expect(
      commandsText(
        expected: [Save(id: 1), logIn, Load(id: 7)],
        actual: [Save(id: 1), Track("x"), Load(id: 8)]) == """
            = Save(id: 1)
            − LogIn(email: "a@b.c", password: •••)   (missing)
            ~ Load(id: 7)                            (differs)
                .id
                  − 7
                  + 8
            + Track(event: "x")                      (unexpected)
          """)
  }

  @Test func commandsOutOfOrder() {
    #expect(
      commandsText(
        expected: [Track("y"), Save(id: 1), Load(id: 1)],
        actual: [Save(id: 1), Load(id: 1), Track("y")]) == """
            ↕ Track(event: "y")   (out of order: expected as number 1, came as number 3)
            = Save(id: 1)
            = Load(id: 1)
          """)
  }

  @Test func orderDoesNotCountInAnyOrder() {
    #expect(
      commandsText(
        expected: [Save(id: 1), Load(id: 1), Load(id: 2)],
        actual: [Load(id: 2), Save(id: 1), Load(id: 1)], mode: .inAnyOrder) == nil)
    #expect(
      commandsText(
        expected: [Save(id: 1), Load(id: 1)], actual: [Load(id: 1), Save(id: 1), Save(id: 1)],
        mode: .inAnyOrder) == """
            = Save(id: 1)
            = Load(id: 1)
            + Save(id: 1)   (unexpected)
          """)
  }

  @Test func otherCommandsDoNotCountWhereSomeAreContained() {
    let actual: [any Command] = [Save(id: 1), Track("x"), Load(id: 1), Track("y")]
    #expect(
      commandsText(expected: [Save(id: 1), Load(id: 1)], actual: actual, mode: .contains) == nil)
    #expect(
      commandsText(expected: [Load(id: 1), Save(id: 1)], actual: actual, mode: .contains) == """
          ↕ Load(id: 1)   (out of order: expected as number 1, came as number 3)
          = Save(id: 1)
          · Track(event: "x")
          · Track(event: "y")
        """)
    #expect(
      commandsText(expected: [logIn, Load(id: 2)], actual: actual, mode: .contains) == """
          − LogIn(email: "a@b.c", password: •••)   (missing)
          ~ Load(id: 2)                            (differs)
              .id
                − 2
                + 1
          · Save(id: 1)
          · Track(event: "x")
          · Track(event: "y")
        """)
  }

  @Test func scopedCommandsDifferInTheirContentOrTheirScope() {
    #expect(
      commandsText(
        expected: [Load(id: 7).in(Reader.at.rows[1]), Save(id: 7).in(Reader.at.rows[1])],
        actual: [Load(id: 8).in(Reader.at.rows[1]), Save(id: 7).in(Reader.at.rows[2])])
          == #"""
            ~ Load(id: 7).in(Reader.at.rows[1])   (differs)
                .id
                  − 7
                  + 8
            ~ Save(id: 7).in(Reader.at.rows[1])   (differs)
                .address
                  − Reader.at.rows[1]
                  + Reader.at.rows[2]
          """#)
  }

  @Test func aCommandWithoutItsScopeIsShownBesideIt() {
    #expect(
      commandsText(expected: [Load(id: 7).in(Reader.at.rows[1])], actual: [Load(id: 7)]) == #"""
          ~ Load(id: 7).in(Reader.at.rows[1])   (differs)
              − Load(id: 7).in(Reader.at.rows[1])
              + Load(id: 7)
        """#)
  }

  @Test func mappedCommandsDifferInTheirContent() {
    #expect(
      commandsText(
        expected: [Load(id: 7).map(ReaderMessage.row)],
        actual: [Load(id: 8).map(ReaderMessage.row)]) == """
            ~ Load(id: 7).map(RowMessage → ReaderMessage)   (differs)
                .id
                  − 7
                  + 8
          """)
  }

  @Test func differentCasesOfOneTypeAreDifferentCommands() {
    #expect(
      commandsText(expected: [Account.refresh], actual: [Account.logOut(everywhere: true)]) == """
          − Account.refresh                    (missing)
          + Account.logOut(everywhere: true)   (unexpected)
        """)
  }

  @Test func commandsThatDifferInASecret() {
    #expect(
      commandsText(expected: [logIn], actual: [LogIn(email: "a@b.c", password: Secret("x"))]) == """
          ~ LogIn(email: "a@b.c", password: •••)   (differs)
              .password
                − •••
                + •••      (the secrets differ)
        """)
  }

  @Test func oneCommandWithOtherWordsAboutItIsShownWhole() {
    let load = Load(id: 7)
    #expect(
      commandsText(
        expected: [load.debounced(id: 1, for: .seconds(1))],
        actual: [load.queued(id: 2, .latestWins).debounced(id: 1, for: .seconds(1))]) == """
            ~ Load(id: 7).debounced(id: 1, for: .seconds(1))   (differs)
                − Load(id: 7).debounced(id: 1, for: .seconds(1))
                + Load(id: 7).queued(id: 2, .latestWins).debounced(id: 1, for: .seconds(1))
          """)
    #expect(
      commandsText(
        expected: [load.cancellable(id: 1)], actual: [load.cancellable(id: Int8(1))]) == """
            ~ Load(id: 7).cancellable(id: 1)   (differs)
                .control.cancellable.0.id
                  − 1 as Swift.Int
                  + 1 as Swift.Int8
          """)
  }

  @Test func manyEqualCommandsAreCounted() {
    #expect(
      commandsText(
        expected: (1...30).map { Save(id: $0) },
        actual: (1...30).map { Save(id: $0 == 17 ? 99 : $0) }
      ) == """
          = … 16 equal
          ~ Save(id: 17)   (differs)
              .id
                − 17
                + 99
          = … 13 equal
        """)
  }

  @Test func onlyTwentyDifferencesAreListed() {
    let text = commandsText(expected: [], actual: (10..<43).map { Save(id: $0) })
    let shown = (10..<30).map { "  + Save(id: \($0))   (unexpected)\n" }
    #expect(text == shown.joined() + "  … and 13 more")
  }

  @Test func scopedMessagesPrintAsTheirSource() {
    #expect(
      messagesText(
        expected: [RowMessage.tapped.to(Reader.at.rows[1]), ReaderMessage.closed],
        actual: [RowMessage.moved(to: 2).to(Reader.at.rows[1]), ReaderMessage.closed]) == #"""
            − RowMessage.tapped.to(Reader.at.rows[1])         (missing)
            + RowMessage.moved(to: 2).to(Reader.at.rows[1])   (unexpected)
            = ReaderMessage.closed
          """#)
  }
}
