import Foundation
import Mutating

/// One way in which the sources become wrong.
struct Mutant: CustomStringConvertible {
  /// The number that switches it on.
  let id: Int
  /// The path of the file below `Sources`.
  let file: String
  let place: Place

  var folder: String { file.split(separator: "/").dropLast().joined(separator: "/") }

  var description: String {
    "\(id) \(file):\(place.line):\(place.column) \(place.mutation.rawValue):"
      + " \(place.original.oneLine) → \(place.mutated.oneLine)"
  }
}

/// The mutants that a seed chooses, and what there was to choose from.
struct Sample {
  let mutants: [Mutant]
  /// How many places each folder has.
  let sizes: [String: Int]
  let seed: UInt64
  /// The names of the modules, such as `Katana`. Each gets a switch of its own.
  var modules: Set<String> {
    Set(sizes.keys.compactMap { $0.split(separator: "/").first.map(String.init) })
  }

  init(root: URL, folders: [String], count: Int, seed: UInt64) throws {
    var places: [String: [(file: String, place: Place)]] = [:]
    for path in try Self.files(root) {
      let text = try String(contentsOf: root.appending(path: "Sources/\(path)"), encoding: .utf8)
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      if !folders.isEmpty, !folders.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") })
      {
        continue
      }
      places[folder, default: []] += Place.all(in: text).map { (path, $0) }
    }
    self.seed = seed
    sizes = places.mapValues(\.count).filter { $0.value > 0 }
    let chosen = Sampling.choose(places, count: count, seed: seed)
    let ordered = chosen.keys.sorted().flatMap { chosen[$0] ?? [] }
    mutants = zip(1..., ordered).map { Mutant(id: $0, file: $1.file, place: $1.place) }
  }

  /// The Swift files of all modules, by their paths below `Sources`.
  private static func files(_ root: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Sources").path())
      .filter { $0.hasSuffix(".swift") }.sorted()
  }
}

/// Why the run cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension String {
  /// The text on one line, shortened.
  var oneLine: String {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= 100 ? words : words.prefix(99) + "…"
  }
}
