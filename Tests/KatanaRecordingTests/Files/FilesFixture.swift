import Foundation
import KatanaRecording
import KatanaRuntime

/// A folder for one test, removed at its end.
final class TestFolder: Sendable {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "katana-recording-\(UUID().uuidString)").path
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] { try! FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  var paths: [String] { names.map { "\(path)/\($0)" } }

  func write(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
    let path = "\(path)/\(name)"
    try! Data(bytes).write(to: URL(filePath: path))
    return path
  }
}

/// Problems that a writer reported.
final class Problems: Sendable {
  private let list = Locked<[LineFileProblem]>([])
  var all: [LineFileProblem] { list.withLock { $0 } }
  func add(_ problem: LineFileProblem) { list.withLock { $0.append(problem) } }
}

/// A message of the tests.
struct Note: Codable, Equatable, Sendable {
  var id: Int
  var text = "hello"
}

extension LineFileWriter where Item == Note {
  convenience init(
    _ options: LineFileOptions, functions: OutputFunctions = .system,
    _ problems: Problems = Problems()
  ) throws(LineFileProblem) {
    var options = options
    options.header = [("app", "tests")]
    try self.init(
      options, functions: functions,
      encoder: {
        { note, line in
          try line.add("m", value: note)
          return nil
        }
      }, problem: { problems.add($0) })
  }
}

/// All of a file, with the errors where they are.
struct FileContent: Equatable {
  var notes: [Int] = []
  var leftOut: [Int] = []
  var failed: [String] = []
  var problems: [LineFileError.Problem] = []
  var lines: [Int] = []
  var ending: LineFileReader.Ending?
  var standsAlone: Bool?

  init(_ path: String, maximumLineLength: Int = 16 << 20) throws {
    let reader = try LineFileReader(path, maximumLineLength: maximumLineLength)
    do { standsAlone = try reader.readHeader().standsAlone } catch { note(error) }
    while true {
      do {
        guard let line = try reader.next() else { break }
        try add(line)
      } catch let error as LineFileError { note(error) }
    }
    ending = reader.ending
  }

  private mutating func note(_ error: LineFileError) {
    problems.append(error.problem)
    lines.append(error.line)
  }

  private mutating func add(_ line: FileLine) throws {
    switch line.content {
    case .item: notes.append(try line.entries.decode(Note.self, "m").id)
    case .leftOut(let count, _): leftOut.append(count)
    case .failed(let text): failed.append(text)
    }
  }
}
