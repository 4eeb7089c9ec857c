import Foundation
import KatanaRecording
import KatanaRuntime

/// Recordings of an app with many parts at one level.
enum RecordingGrowth {
  static var all: [Growth] {
    [
      Growth(
        name: "G.address-parts",
        title: "the address of a row is written as text and read again, beside n slices",
        sizes: [10, 100, 1_000], limit: Growth.ofTables
      ) { count in
        let coder = AddressCoder(program(count))
        let scopes = (0..<1_000).map { Shelf.at.rows[$0].anyAddress }
        let number = Boxed(0)
        return .direct { times in
          for _ in 0..<times {
            let text = try? coder.text(of: scopes[number.value % scopes.count])
            _ = try? coder.address(text ?? "")
            number.value += 1
          }
        }
      },
      Growth(
        name: "G.replay-parts",
        title: "a recording of ten messages to ten rows is replayed, beside n slices",
        sizes: [10, 100, 1_000], limit: Growth.ofTables, counted: 1
      ) { count in
        let replay = try Replay(format(count), of: try record(count))
        return .direct { times in
          for _ in 0..<times { _ = try? replay.run() }
        }
      },
    ]
  }

  struct Shelf: Model {
    var slots = Ten<Ten<Ten<Counter>>>()
    var rows = IdentifiedArray((0..<1_000).map { Book(id: $0) })
  }
  struct Book: Model, Identifiable {
    typealias Receives = Turned
    var id: Int
    var page = 0
  }
  struct Turned: Message, Codable {}

  /// A program with a part for each of the first slots, by key path, and one for the rows.
  private static func program(_ count: Int) -> Program<Shelf> {
    let all: WritableKeyPath<Shelf, Ten<Ten<Ten<Counter>>>> = \.slots
    let slots = Ten<Ten<Ten<Counter>>>.slices.flatMap { outer in
      Ten<Ten<Counter>>.slices.flatMap { middle in
        Ten<Counter>.slices.map { inner in
          all.appending(path: outer).appending(path: middle).appending(path: inner)
        }
      }
    }
    let parts = slots.prefix(count).map { slot in
      // Safe: a key path of stored properties captures nothing.
      CombinedUpdater<Shelf>.Part.slice(
        unsafeBitCast(slot, to: (WritableKeyPath<Shelf, Counter> & Sendable).self),
        SlotUpdater<Zero, Zero, Zero>())
    }
    let rows = CombinedUpdater<Shelf>.Part.each(
      \.rows,
      TypedFunctionUpdater { (book: inout Book, _: Turned) in
        book.page += 1
        return []
      })
    return Program(model: Shelf(), CombinedUpdater<Shelf>(parts + [rows]))
  }

  private static func format(_ count: Int) -> RecordingFormat<Shelf> {
    RecordingFormat(program(count), payloads: [Turned.self])
  }

  /// Records ten messages. Returns the path of the file.
  private static func record(_ count: Int) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("katana-benchmark-\(UUID().uuidString)")
    let format = format(count)
    // Without the model, which the recorder would say.
    let recorder = try Recorder(format, in: folder.path, name: "growth", problem: { _ in })
    let runtime = try Runtime(
      format.program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
    runtime.start()
    for row in 0..<10 { runtime.dispatch(Turned().to(Shelf.at.rows[row * 10])) }
    // The end waits until all lines are on the disk.
    runtime.requestShutdown()
    return recorder.path
  }
}
