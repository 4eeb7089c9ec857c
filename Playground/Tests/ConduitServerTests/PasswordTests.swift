import Katana
import KatanaEffects
import Testing

@testable import ConduitServer

@Suite struct PasswordTests {
  /// Examples of FIPS 180-4, and lengths around the ends of a block.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 55),
      "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
    ),
    (
      String(repeating: "a", count: 56),
      "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"
    ),
    (
      String(repeating: "a", count: 63),
      "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"
    ),
    (
      String(repeating: "a", count: 64),
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
    (
      String(repeating: "a", count: 65),
      "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"
    ),
    (
      String(repeating: "a", count: 119),
      "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"
    ),
    (
      String(repeating: "a", count: 128),
      "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"
    ),
  ])
  func theHashIsThatOfTheStandard(text: String, hash: String) {
    #expect(hexText(SHA256.hash(Array(text.utf8))) == hash)
  }

  @Test func bytesMayComeInPieces() {
    var hash = SHA256()
    let bytes = (0..<1_000).map { UInt8($0 % 251) }
    for start in stride(from: 0, to: 1_000, by: 7) {
      hash.update(Array(bytes[start..<min(start + 7, 1_000)]))
    }
    #expect(hash.finished() == SHA256.hash(bytes))
  }

  /// Many salts, because a comparison that is wrong may accept one password of a hundred.
  @Test func aWrongPasswordIsNoneWhateverTheSalt() {
    for salt in 0..<2_000 {
      let key = derivedKey(
        password: Array("analytical".utf8), salt: Array("\(salt)".utf8), rounds: 1)
      let hash = PasswordHash(salt: "\(salt)", rounds: 1, hash: hexText(key))
      #expect(hash.isHash(of: Secret("analytical")))
      #expect(!hash.isHash(of: Secret("demo-password")))
    }
  }

  /// Test case 2 of RFC 4231, and one with a key that is longer than a block.
  @Test func aMessageCodeIsThatOfTheStandard() {
    #expect(
      hexText(messageCode(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      hexText(
        messageCode(
          key: [UInt8](repeating: 0xaa, count: 131),
          Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  /// The example of RFC 7914, section 11: its first 32 bytes.
  @Test func aDerivedKeyIsThatOfTheStandard() {
    #expect(
      hexText(derivedKey(password: Array("passwd".utf8), salt: Array("salt".utf8), rounds: 1))
        == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
    #expect(
      hexText(derivedKey(password: Array("password".utf8), salt: Array("salt".utf8), rounds: 3))
        == "ad35240ac683febfaf3cd49d845473fbbbaa2437f5f82d5a415ae00ac76c6bfc")
  }

  /// RFC 2104: of a key that is longer than a block, the hash is the key.
  @Test func aLongPasswordIsAsItsHash() {
    let password = [UInt8](repeating: 7, count: 1_000_000)
    #expect(
      derivedKey(password: password, salt: [1], rounds: 1_000)
        == derivedKey(password: SHA256.hash(password), salt: [1], rounds: 1_000))
  }

  @Test func aPasswordIsRecognisedByItsHash() {
    let hash = PasswordHash(Secret("analytical"), salt: "a")
    #expect(hash.isHash(of: Secret("analytical")))
    #expect(!hash.isHash(of: Secret("analytica")))
    #expect(!hash.isHash(of: Secret("")))
    #expect(hash != PasswordHash(Secret("analytical"), salt: "b"))
  }

  @Test func tokensDifferAndTheirSessionsFollowFromThem() {
    var generator = SystemRandomNumberGenerator()
    let command = NewToken(
      Reply { SessionOpened(request: Request(1, at: noon), user: 1, session: $0) })
    let (first, second) = (command.value(using: &generator), command.value(using: &generator))
    #expect(first.token.revealed != second.token.revealed && first.id != second.id)
    #expect(first.token.revealed.count == 64)
    #expect(first.id == SessionID(token: first.token))
    #expect(!"\(first)".contains(first.token.revealed))
  }
}
