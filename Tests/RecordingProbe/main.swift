import Foundation
import KatanaRecording

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// A program for tests of whole processes: writes a recording into a folder, in the way that its first
// argument says: `flush`, `durable` or `limit`. With `streams`, it writes none, and fails if its
// standard input is `/dev/null`.

struct Note: Codable, Sendable {
  var id: Int
  var text: String
}

func say(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(1, line, line.count)
}

func makeWriter(
  _ folder: String, bytesPerFile: Int, isDurable: Bool = false
) throws -> LineFileWriter<Note> {
  var options = LineFileOptions(folder: folder, name: "probe")
  options.bytesPerFile = bytesPerFile
  options.fileCount = 1_000_000
  (options.header, options.isDurable) = ([("app", "probe")], isDurable)
  return try LineFileWriter(
    options,
    encoder: {
      { note, line in
        try line.add("m", value: note)
        return nil
      }
    }, problem: { say("problem \($0.code)") })
}

/// Appends as fast as possible, and says which numbers are acknowledged.
func writeWithFlushes(_ writer: LineFileWriter<Note>) {
  var id = 0
  while true {
    for _ in 0..<(id % 97 + 1) {
      writer.append(Note(id: id, text: "text \(id)"), isCheckpoint: writer.wantsCheckpoint)
      id += 1
    }
    if writer.flushBlocking() { say("\(id - 1)") }
  }
}

/// The same, and each item is written at once; others are written between them.
func writeDurably(_ writer: LineFileWriter<Note>) {
  var id = 0
  while true {
    for _ in 0..<(id % 7) {
      writer.append(Note(id: id, text: "text \(id)"), isCheckpoint: writer.wantsCheckpoint)
      id += 1
    }
    let isWritten = writer.append(
      Note(id: id, text: "text \(id)"), isCheckpoint: writer.wantsCheckpoint, isUrgent: true)
    if isWritten { say("\(id)") }
    id += 1
  }
}

/// Writes more than the process may, then may write again.
func writeBeyondLimit(_ writer: LineFileWriter<Note>) {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  #if canImport(Glibc)
    let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let kind = RLIMIT_FSIZE
  #endif
  getrlimit(kind, &limit)
  let usual = limit.rlim_cur
  limit.rlim_cur = 50_000
  setrlimit(kind, &limit)
  for id in 0..<5_000 { writer.append(Note(id: id, text: "text")) }
  say("flushed \(writer.flushBlocking())")
  limit.rlim_cur = usual
  setrlimit(kind, &limit)
  writer.append(Note(id: 5_000, text: "text"))
  say("closed \(writer.closeBlocking())")
}

/// Whether the standard input is `/dev/null`.
func isInputNull() -> Bool {
  var (input, null) = (stat(), stat())
  return fstat(0, &input) == 0 && stat("/dev/null", &null) == 0 && input.st_rdev == null.st_rdev
}

let way = CommandLine.arguments[1]
let folder = CommandLine.arguments[2]
switch way {
case "flush": writeWithFlushes(try makeWriter(folder, bytesPerFile: 20_000))
case "durable": writeDurably(try makeWriter(folder, bytesPerFile: 20_000, isDurable: true))
case "streams": exit(isInputNull() ? 1 : 0)
default: writeBeyondLimit(try makeWriter(folder, bytesPerFile: 1 << 30))
}
