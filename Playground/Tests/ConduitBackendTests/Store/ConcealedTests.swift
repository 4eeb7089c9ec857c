import Testing

@testable import ConduitBackend

@Suite("Concealed values")
struct ConcealedTests {
  @Test("Printing, reflecting and dumping show nothing of the value")
  func print() {
    let secret = Concealed("tell-nobody")
    var dumped = ""
    dump(["holder": secret], to: &dumped)

    for shown in ["\(secret)", "\([secret])", String(reflecting: secret), dumped] {
      #expect(shown.contains("•••"))
      #expect(!shown.contains("tell-nobody"))
    }
    #expect(secret.reveal() == "tell-nobody")
  }

  @Test("A whole store shows neither passwords nor tokens")
  func dumpStore() throws {
    var store = ConduitStore()
    _ = try store.register(
      Registration(
        username: "ada", email: "ada@example.com", password: Concealed("secret-password")),
      token: SessionToken("secret-token"))
    var dumped = "\(store)"
    dump(store, to: &dumped)

    #expect(dumped.contains("ada@example.com"))
    #expect(!dumped.contains("secret-"))
  }

  @Test("Random tokens differ")
  func random() {
    #expect(Set((0..<100).map { _ in SessionToken.random() }).count == 100)
  }
}
