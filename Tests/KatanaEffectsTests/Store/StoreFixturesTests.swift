import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

/// The values and files that every version of a store wrote can be read by every later one. A folder
/// of `Fixtures` has those of one version.
///
/// - Important: Do not change a value or a type: the files of earlier versions hold these.
private struct Stored: Codable, Equatable {
  enum Shape: Codable, Equatable { case none, circle(radius: Double) }
  struct Spot: Codable, Hashable { var x: Int, y: Int }

  var text = "\u{0}\u{1F} \"\\/ \u{85} \u{2028} \u{202E} é e\u{301} 👩‍👩‍👧 \u{10FFFF}"
  var doubles = [0.1, -0.0, 5e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.infinity]
  var notANumber = Double.nan
  var float = Float(1) / 3
  var smallest = Int64.min
  var largest = UInt64.max
  var decimal = Decimal(string: "-12.5")!
  var date = Date(timeIntervalSinceReferenceDate: 785_646_044.123_456_7)
  var data = Data([0, 1, 254, 255])
  var url = URL(string: "https://example.com/%C3%A9?q=1#2")!
  var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
  var shapes = [Shape.none, .circle(radius: 1.5)]
  var byText = ["b": 1, "a": 2, "": 3]
  var byNumber = [3: "c", -1: "a"]
  var bySpot = [Spot(x: 1, y: 2): "a"]
  var set: Set<Int> = [3, 1, 2]
  var maybe: [Int?] = [nil, 1]
  var secret = Secret("hunter2")

  /// Whether two values are equal to the bit.
  func isSame(as other: Stored) -> Bool {
    var (one, two) = (self, other)
    (one.notANumber, two.notANumber) = (0, 0)
    return one == two && notANumber.isNaN && other.notANumber.isNaN
      && doubles.map(\.bitPattern) == other.doubles.map(\.bitPattern)
      && text.unicodeScalars.elementsEqual(other.text.unicodeScalars)
      && date.timeIntervalSinceReferenceDate == other.date.timeIntervalSinceReferenceDate
  }
}

private struct Library: Codable, Equatable {
  var titles: [String]
}

extension StoreKey where Value == Stored {
  fileprivate static var everything: StoreKey {
    StoreKey("everything", default: Stored(text: "the default"))
  }
}

extension StoreKey where Value == Int {
  fileprivate static var count: StoreKey { StoreKey("a count", default: 0) }
}

extension PersistedFile where Value == [String] {
  fileprivate static var titles: PersistedFile { PersistedFile("titles.json") }
}

extension PersistedFile where Value == Library {
  fileprivate static var library: PersistedFile {
    PersistedFile<[String]>.titles.migrated { Library(titles: $0) }
  }
}

extension PersistedFile where Value == Stored {
  fileprivate static var everything: PersistedFile { PersistedFile("folder/everything.json") }
}

private enum FixtureMessage: Message {
  case everything(Outcome<Stored, StoreError>)
  case count(Outcome<Int, StoreError>)
  case file(Outcome<Stored?, StoreError>)
  case library(Outcome<Library?, StoreError>)
}

extension RealEffects {
  @Suite struct StoreFixturesTests {
    private static let fixtures =
      URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path()
      + "Fixtures/"
    static let versions = try! FileManager.default.contentsOfDirectory(atPath: fixtures).sorted()
    private static let written = ProcessInfo.processInfo.environment["KATANA_WRITE_FIXTURES"]

    private let folder = TemporaryFolder()
    private let recorder = RecordingDispatcher()

    private func message(of command: some Command, _ store: Interpreter) async -> FixtureMessage? {
      recorder.run(store, command)
      return await recorder.next(as: FixtureMessage.self)
    }

    @Test func thereAreFixtures() { #expect(Self.versions.contains("0.x")) }

    @Test(arguments: versions) func valuesOfEveryVersionAreRead(_ version: String) async throws {
      let copy = folder("store")
      try FileManager.default.copyItem(atPath: Self.fixtures + version, toPath: copy)
      let store = Interpreter.store(copy)
      let everything = await message(
        of: LoadValue(.everything, Reply(FixtureMessage.everything)), store)
      guard case .everything(.success(let value))? = everything else {
        Issue.record("\(String(describing: everything))")
        return
      }
      #expect(value.isSame(as: Stored()))
      let count = await message(of: LoadValue(.count, Reply(FixtureMessage.count)), store)
      guard case .count(.success(7))? = count else {
        Issue.record("\(String(describing: count))")
        return
      }
    }

    @Test(arguments: versions) func filesOfEveryVersionAreRead(_ version: String) async throws {
      let copy = folder("store")
      try FileManager.default.copyItem(atPath: Self.fixtures + version, toPath: copy)
      let store = Interpreter.store(copy)
      let file = await message(of: LoadPersisted(.everything, Reply(FixtureMessage.file)), store)
      guard case .file(.success(let value?))? = file else {
        Issue.record("\(String(describing: file))")
        return
      }
      #expect(value.isSame(as: Stored()))
      // The file has the first version of its value.
      let library = await message(
        of: LoadPersisted(.library, Reply(FixtureMessage.library)), store)
      guard case .library(.success(let value))? = library else {
        Issue.record("\(String(describing: library))")
        return
      }
      #expect(value == Library(titles: ["one", "\u{9B}two"]))
    }

    /// `KATANA_WRITE_FIXTURES=0.x swift test --filter writesTheFixturesOfAStore`
    @Test(.enabled(if: written != nil)) func writesTheFixturesOfAStore() throws {
      let folder = Self.fixtures + (Self.written ?? "")
      func write(_ data: Data, _ name: String) throws {
        let file = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
      }
      var values = StoredValues()
      try values.set(Stored(), for: .everything)
      try values.set(7, for: .count)
      try write(values.encoded(), "values.json")
      try write(
        PersistedContent.encode(Stored(), version: 1, path: ""),
        PersistedFile<Stored>.everything.path)
      try write(
        PersistedContent.encode(["one", "\u{9B}two"], version: 1, path: ""),
        PersistedFile<[String]>.titles.path)
    }
  }
}
