import Foundation

/// All results of a run, as they are recorded.
struct Record: Codable, Equatable {
  let rows: [RowResult]

  init(rows: [RowResult]) { self.rows = rows }

  init(contentsOf path: String) throws {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw BenchmarkError.unreadable(path)
    }
    do { self = try JSONDecoder().decode(Record.self, from: data) } catch {
      throw BenchmarkError.noRecord(path)
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try Self.write(try encoder.encode(self), to: path)
  }

  static func write(_ data: Data, to path: String) throws {
    do { try data.write(to: URL(filePath: path)) } catch { throw BenchmarkError.unwritable(path) }
  }
}
