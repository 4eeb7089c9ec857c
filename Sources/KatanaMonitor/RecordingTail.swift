import Foundation
import KatanaMonitorScreen
import KatanaRecording
import KatanaRuntime

/// Reads the newest recording of a place from its beginning to its end, and what is added to it. Used by one
/// command at a time.
final class RecordingTail: @unchecked Sendable {
  // Sendable, because the monitor asks for more only when it has taken what came before.
  private static let batch = 4_000
  private static let pause = Duration.milliseconds(100)

  private let place: RecordingPlace
  private let index: RecordingIndex
  private var reader: LineFileReader?
  private var file: RecordingPlace.File?
  private var facts = LineFacts()
  /// The time of the last line, and whether the end of the recording was told.
  private var lastTime: Int64 = 0
  private var isEnded = false
  /// The number of the last line that was read.
  private var lastLine: UInt64?
  private var changes: (@Sendable (FileLine) -> Bool?)?
  private let makeChanges: @Sendable (_ path: String) -> (@Sendable (FileLine) -> Bool?)?

  init(
    _ place: RecordingPlace, _ index: RecordingIndex,
    changes: @escaping @Sendable (_ path: String) -> (@Sendable (FileLine) -> Bool?)?
  ) {
    (self.place, self.index, makeChanges) = (place, index, changes)
  }

  /// Returns the next facts, as soon as there are some; none if the task is cancelled.
  func next() async -> [LogFact] {
    while !Task.isCancelled {
      let facts = read()
      if !facts.isEmpty { return facts }
      if let reader, !isEnded, reader.ending == nil, !isBeingWritten(reader.path) {
        // What was written between the look at the end and the look at the lock comes first.
        isEnded = true
        return read() + [
          .gap("the process has ended without closing its recording", lines: 0),
          .ended(time: lastTime),
        ]
      }
      try? await Task.sleep(for: Self.pause)
    }
    return []
  }

  private func read() -> [LogFact] {
    var read = openNext()
    guard let reader else { return read }
    while read.count < Self.batch {
      do throws(LineFileError) {
        guard let line = try reader.next() else {
          // A recorder may be closed before its app ends.
          if reader.ending == .closed, !isEnded {
            isEnded = true
            read.append(.ended(time: lastTime))
          }
          break
        }
        lastLine = line.number
        if var fact = facts.fact(line) {
          note(&fact, line)
          read.append(fact)
        }
      } catch {
        if case .unreadable = error.problem { break }
        read.append(.gap("\(error)", lines: 0))
      }
    }
    return read
  }

  private func note(_ fact: inout LogFact, _ line: FileLine) {
    let isChanged = changes?(line)
    lastTime = min(line.entries.integer(Entry.time, as: Int64.self) ?? lastTime, 1 << 56)
    switch fact {
    case .ended: isEnded = true
    case .message(var message):
      index.note(message.number, in: reader?.path ?? "")
      message.isChanged = isChanged
      fact = .message(message)
    case .handled(let number, let commands, let took, _):
      fact = .handled(number: number, commands: commands, took: took, isChanged: isChanged)
    default: break
    }
  }

  /// Opens the first file, the next part of the recording, or that of a newer one, if there is one.
  private func openNext() -> [LogFact] {
    // Another recording is looked at when this one has ended.
    let goesOn = reader.map { $0.ending == nil && isBeingWritten($0.path) } ?? false
    if goesOn { return [] }
    let files = place.files()
    let isSame = file != nil && files.first?.recording == file?.recording
    if isSame, reader?.ending == nil { return [] }
    let next = isSame ? files.first { $0.part > file?.part ?? 0 } : files.first
    guard let next, let opened = try? LineFileReader(next.path, follows: true),
      let header = try? opened.readHeader()
    else { return [] }
    if !isSame { index.clear() }
    isEnded = false
    // The line that ends a file is no fact. Files that were removed before they were read are missing.
    let read = lastLine.map { $0 &+ 2 } ?? header.number
    let missing = !isSame || header.number <= read ? 0 : Int(clamping: header.number - read)
    lastLine = header.number
    (reader, file) = (opened, next)
    // A part begins with a model, so each can be followed alone.
    changes = makeChanges(next.path)
    let source = LogSource(
      app: header.entries.name("app") ?? header.name, started: header.started, path: next.path)
    return [.began(source)]
      + (missing == 0
        ? [] : [.gap("\(missing) lines were removed before they were read", lines: missing)])
  }
}

/// Which file has which messages, as far as they were read.
final class RecordingIndex: Sendable {
  private struct Part {
    var path: String
    var first: UInt64
  }

  private let parts = Locked<[Part]>([])

  func note(_ number: UInt64, in path: String) {
    parts.withLock { parts in
      if parts.last?.path != path { parts.append(Part(path: path, first: number)) }
    }
  }

  func clear() { parts.withLock { $0 = [] } }

  /// The file with a message, and the one before it; `nil` if no file has it.
  func file(of number: UInt64) -> (path: String, before: String?)? {
    parts.withLock { parts in
      guard let place = parts.lastIndex(where: { $0.first <= number }) else { return nil }
      return (parts[place].path, place > 0 ? parts[place - 1].path : nil)
    }
  }

  var last: String? { parts.withLock { $0.last?.path } }
  var first: UInt64? { parts.withLock { $0.first?.first } }
}
