import Foundation
import Katana
import KatanaRecording
import Testing

@Suite struct SecretCodingTests {
  private struct Login: Codable, Equatable {
    var name: String
    var password: Secret<String>
    var key: Secret<Data>
    var raw: Secret<[UInt8]>
    var more: Secret<String>?
  }
  private let login = Login(
    name: "•••", password: Secret("hunter2"), key: Secret(Data([1])), raw: Secret([2]))

  private func encoded(_ value: some Encodable, _ encoder: RecordingEncoder = RecordingEncoder())
    throws
    -> (text: String, masked: Int)
  {
    var bytes: [UInt8] = []
    let masked = try encoder.encode(value, into: &bytes)
    return (String(decoding: bytes, as: UTF8.self), masked)
  }

  @Test func secretsAreMaskedAndCounted() throws {
    let encoder = RecordingEncoder()
    let (text, masked) = try encoded(login, encoder)
    #expect(text == #"{"key":"•••","name":"•••","password":"•••","raw":"•••"}"#)
    #expect(masked == 3)
    #expect(try encoded(["•••"], encoder).masked == 0)
    #expect(try encoded(login, RecordingEncoder(secrets: .revealed)).masked == 0)
    #expect(try encoded(login, RecordingEncoder(secrets: .revealed)).text.contains("hunter2"))
  }

  @Test func masksOfTextsAndBytesBecomeStandIns() throws {
    let decoder = RecordingDecoder(makesStandIns: true)
    let copy = try decoder.decode(Login.self, from: encoded(login).text.utf8)
    #expect(copy.password == Secret("•••"))
    #expect(copy.key == Secret(Data("•••".utf8)))
    #expect(copy.raw == Secret(Array("•••".utf8)))
    #expect(copy.name == "•••" && copy.more == nil)
    #expect(decoder.standInCount == 3)
    let revealed = try encoded(login, RecordingEncoder(secrets: .revealed)).text
    #expect(try decoder.decode(Login.self, from: revealed.utf8) == login)
    #expect(decoder.standInCount == 3)
  }

  @Test func masksOfOtherTypesAreAnErrorThatSaysSo() throws {
    let decoder = RecordingDecoder(makesStandIns: true)
    let text = try encoded(["pin": Secret(1234)]).text
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: Secret<Int>].self, from: text.utf8)
    }
    guard case .dataCorrupted(let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["pin"])
    #expect(
      context.debugDescription == """
        The secret was masked, and a value of type Int has no substitute: only texts and bytes \
        have one. To fix this, keep the secret as `Secret<String>`, or do not replay this message.
        """)
    #expect(decoder.standInCount == 0)
  }

  @Test func onlyAReplayDecoderMakesStandIns() throws {
    let text = try encoded(login).text
    #expect(throws: DecodingError.self) {
      try RecordingDecoder().decode(Login.self, from: text.utf8)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Login.self, from: Data(text.utf8))
    }
  }
}
