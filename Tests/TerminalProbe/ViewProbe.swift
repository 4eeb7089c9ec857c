import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaRuntime
import KatanaTerminalViews
import KatanaViews

// The part of the probe that shows a view: `view` and, as the second argument, what happens at `q`.

enum ViewMessage: Message, Equatable {
  case pressed(String)
  case rang, asked, lent, left
  case answered(PromptAnswer<String>)
  case returned(Result<ProgramExit, ProgramError>)
}

struct ViewProbe: Model, Equatable {
  typealias Receives = ViewMessage
  var way: String
  var keys: [String] = []
}

struct ViewUpdater: TypedUpdater {
  let thrown: AsyncStream<Void>.Continuation

  func update(model: inout ViewProbe, message: ViewMessage) -> [any Command] {
    switch message {
    case .pressed(let key): model.keys.append(key)
    case .rang: return [RingBell()]
    case .asked: return [Prompt("name: ", Reply(ViewMessage.answered))]
    case .answered(let answer): model.keys.append("\(answer)")
    case .lent:
      return [
        RunInTerminal(
          "/bin/sh", ["-c", "echo inside; read line; echo got $line"], Reply(ViewMessage.returned))
      ]
    case .returned(let result):
      model.keys.append(result == .success(.status(0)) ? "back" : "\(result)")
    case .left:
      switch model.way {
      case "command": return [ExitProcess(7)]
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
  .column([.text("full screen"), .text(model.keys.joined(separator: " "))])
    .onKey("q", "leave", .left).onKey("x", "press", .pressed("x"))
    .onKey(.escape, "escape", .pressed("escape"))
    .onKey("b", "bell", .rang).onKey("p", "ask", .asked).onKey("l", "lend", .lent)
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
      .terminal(), .command(Call.self) { command, _ in command.function() },
    ])
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await runtime.runOnTerminal(probeView) }
    group.addTask { for await _ in stream { throw OnPurpose() } }
    // The first that ends, or throws, ends the other.
    _ = try await group.next()
    group.cancelAll()
  }
  print("the screen has ended")
  exit(0)
}
