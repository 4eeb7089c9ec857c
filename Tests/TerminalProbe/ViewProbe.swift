import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaRuntime
import KatanaTerminalViews
import KatanaViews

// The part of the probe that shows a view: `view` and, as the second argument, what happens at `q`. At
// `f`, the model changes 100,000 times; the memory before and after is written to the file that the third
// argument names.

enum ViewMessage: Message, Equatable {
  case pressed(String)
  case rang, asked, lent, left, printed
  case changed(Int)
  case read(LineEvent)
  case answered(PromptAnswer<String>)
  case returned(Outcome<ProgramExit, ProgramError>)
}

struct ViewProbe: Model, Equatable {
  typealias Receives = ViewMessage
  var way: String
  var keys: [String] = []
  /// How often the model still changes by itself.
  var rest = 0
  /// The pages of memory after the first changes.
  var pages = 0
}

/// Returns the pages of memory that the process uses.
func usedPages() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
}

struct ViewUpdater: TypedUpdater, SubscriptionProvider {
  let thrown: AsyncStream<Void>.Continuation

  func subscriptions(model: ViewProbe) -> [any Subscription] {
    model.way == "lines" ? [StandardInputLine(reply { .read($0) })] : []
  }

  func update(model: inout ViewProbe, message: ViewMessage) -> [any Command] {
    switch message {
    case .read(let line): model.keys.append("\(line)")
    case .pressed(let key): model.keys.append(key)
    case .changed(let rest):
      model.rest = rest
      if rest == 90_000 { model.pages = usedPages() }
      if rest > 0 { return [Send(ViewMessage.changed(rest - 1))] }
      let text = "\(model.pages) \(usedPages())\n"
      return [
        Call { FileHandle(forWritingAtPath: CommandLine.arguments[3])?.write(Data(text.utf8)) }
      ]
    case .printed:
      return [
        Call {
          print("from Swift")
          puts("from C")
        }
      ]
    case .rang: return [RingBell()]
    case .asked: return [Prompt("name: ", reply { .answered($0) })]
    case .answered(let answer): model.keys.append("\(answer)")
    case .lent:
      return [
        RunInTerminal(
          "/bin/sh", ["-c", "echo inside; read line; echo got $line"], reply { .returned($0) })
      ]
    case .returned(let result):
      model.keys.append(result == .success(.status(0)) ? "back" : "\(result)")
    case .left:
      switch model.way {
      case "command", "lines": return [ExitProcess(7)]
      case "exit": return [Call { exit(8) }]
      case "fatal": return [Call { fatalError("on purpose") }]
      case "abort": return [Call { abort() }]
      case "throw": thrown.yield()
      case "cancel": thrown.finish()
      default: break
      }
    }
    return []
  }
}

struct OnPurpose: Error {}

@Sendable func probeView(_ model: ViewProbe) -> ViewOf<ViewProbe> {
  .column(
    [.text("full screen"), .text(model.keys.joined(separator: " "))]
      + (model.rest == 0
        ? [.text(model.pages == 0 ? "" : "all have come")]
        : (0..<48).map { .text(String(repeating: "\(model.rest + $0) ", count: 30)) })
  )
  .onKey("q", "leave", .left).onKey("x", "press", .pressed("x"))
  .onKey(.escape, "escape", .pressed("escape"))
  .onKey("f", "flood", .changed(100_000)).onKey("b", "bell", .rang).onKey("p", "ask", .asked)
  .onKey("o", "print", .printed).onKey(
    "l", "lend", .lent
  )
  .windowTitle("a title")
}

/// Runs until the process or the screen ends; returns if the arguments are those of another part.
func runViewProbe() async throws {
  let arguments = Array(CommandLine.arguments.dropFirst()) + ["", ""]
  guard arguments[0] == "view" else { return }
  let (stream, thrown) = AsyncStream.makeStream(of: Void.self)
  let runtime = try Runtime(
    Program(model: ViewProbe(way: arguments[1]), ViewUpdater(thrown: thrown)),
    interpreters: [
      .terminal(.keysFromTerminal), .command(Call.self) { command, _ in command.function() },
    ])
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await runtime.runOnTerminal(probeView, .keysFromTerminal) }
    group.addTask { for await _ in stream { throw OnPurpose() } }
    // The first that ends, or throws, ends the other.
    _ = try await group.next()
    group.cancelAll()
  }
  print("the screen has ended")
  exit(0)
}
