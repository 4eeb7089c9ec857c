/// The hash function SHA-256 (FIPS 180-4).
///
/// Foundation on Linux has none, and this package takes no other package for it. A real server takes
/// a reviewed one: swift-crypto.
struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var rest: [UInt8] = []
  private var length = 0

  /// Returns the 32 bytes of the hash.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finished()
  }

  /// Hashes further bytes.
  mutating func update(_ bytes: [UInt8]) {
    length += bytes.count
    rest += bytes
    let whole = rest.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { compress(rest[start..<start + 64]) }
    rest.removeFirst(whole)
  }

  /// Returns the 32 bytes of the hash of what was hashed so far.
  func finished() -> [UInt8] {
    var copy = self
    let padding = [UInt8](repeating: 0, count: (119 - length % 64) % 64)
    let bits = (0..<8).map { UInt8(truncatingIfNeeded: (length * 8) >> (56 - 8 * $0)) }
    copy.update([0x80] + padding + bits)
    return copy.state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  private mutating func compress(_ block: ArraySlice<UInt8>) {
    var w = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() { w[index / 4] = w[index / 4] << 8 | UInt32(byte) }
    for i in 16..<64 {
      let (a, b) = (w[i - 15], w[i - 2])
      let s0 = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
      let s1 = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
      w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ Self.constants[i] &+ w[i]
      let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let t2 = s0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ t2)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

/// Returns the HMAC with SHA-256 (RFC 2104).
func messageCode(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
  let key = key.count > 64 ? SHA256.hash(key) : key
  let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
  return SHA256.hash(padded.map { $0 ^ 0x5c } + SHA256.hash(padded.map { $0 ^ 0x36 } + message))
}

/// Returns the first 32 bytes of PBKDF2 with HMAC and SHA-256 (RFC 8018).
func derivedKey(password: [UInt8], salt: [UInt8], rounds: Int) -> [UInt8] {
  // A long password would be hashed again in each round.
  let password = password.count > 64 ? SHA256.hash(password) : password
  var block = messageCode(key: password, salt + [0, 0, 0, 1])
  var key = block
  for _ in 1..<max(rounds, 1) {
    block = messageCode(key: password, block)
    for index in key.indices { key[index] ^= block[index] }
  }
  return key
}

/// Returns bytes as digits, two for each.
package func hexText(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  text.reserveCapacity(2 * bytes.count)
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}
