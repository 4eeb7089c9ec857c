import Katana
import KatanaComparison
import KatanaTesting
import Testing

/// A failed test must show neither the value of a secret nor its length.
@Suite struct SecretTextTests {
  @Test func onlyThatASecretDiffersIsSaid() {
    #expect(
      text { $0.session.password = Secret("a much longer one") } == """
          .session.password
            − •••
            + •••      (the secrets differ)
        """)
  }

  @Test func secretsAsKeysAreHidden() {
    #expect(
      text(of: Reader(session: Session(tokens: [Secret("x"): 1]))) {
        $0.session.tokens = [Secret("y"): 1]
      } == """
          .session.tokens.keys
            − •••
            + •••      (the secrets differ)
        """)
  }

  @Test func valuesOfSecretKeysAreCompared() {
    #expect(
      text(of: Reader(session: Session(tokens: [Secret("x"): 1]))) {
        $0.session.tokens = [Secret("x"): 2]
      } == """
          .session.tokens[•••]
            − 1
            + 2
        """)
  }

  @Test func elementsThatDifferInASecretOnlyBelongTogether() {
    struct Key: Hashable {
      var name: String
      var secret: Secret<String>
    }
    #expect(
      modelText(
        expected: Set([Key(name: "a", secret: Secret("x")), Key(name: "b", secret: Secret("x"))]),
        actual: Set([Key(name: "a", secret: Secret("y")), Key(name: "b", secret: Secret("x"))]))
          == """
            Set<Key>
              − Key(name: "a", secret: •••)
              + Key(name: "a", secret: •••)      (the secrets differ)
          """)
  }

  @Test func secretsWithoutEqualAreComparedByWhatTheyHide() {
    struct Pair {
      var left: Int
      var right: Int
    }
    let secret = Secret(Pair(left: 1, right: 2))
    #expect(modelText(expected: secret, actual: secret) == nil)
    #expect(
      modelText(expected: secret, actual: Secret(Pair(left: 1, right: 3))) == """
          Secret<Pair>
            − •••
            + •••      (the secrets differ)
        """)
  }

  @Test func aSecretThatCannotBeComparedIsNotTakenForEqual() {
    let secret = Secret<@Sendable () -> Void> {}
    #expect(
      modelText(expected: secret, actual: secret) == """
          Secret<@Sendable () -> ()>
            ? Secret<@Sendable () -> ()>      (cannot be compared: not Equatable)
        """)
  }
}
