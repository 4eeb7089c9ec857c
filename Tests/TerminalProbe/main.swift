import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffects
import KatanaRuntime

// A program for tests of whole processes: takes the terminal, and ends in the way that its argument
// says: `text`, `lend`, `lend-signal`, `shutdown`, `command`, `exit`, `fatal`, `abort`, `issue`, or by what the test does to
// it.

enum ProbeMessage: Message {
  case happened(TerminalEvent)
  case answered(PromptAnswer<String>)
  case interrupted
  case ran(Outcome<ProgramExit, ProgramError>)
}

struct Probe: Model, Equatable {
  typealias Receives = ProbeMessage
  var way: String
  var lines = ["full screen"]
  var isSubscribed = true
}

struct ProbeUpdater: TypedUpdater {
  let ended: AsyncStream<Void>.Continuation

  func update(model: inout Probe, message: ProbeMessage) -> [any Command] {
    switch message {
    case .happened(.key(let press)): return leave(&model, after: press)
    case .happened: return []
    case .answered(.entered(let line)):
      return [Print("answer: \(line)"), prompt(model)]
    case .answered: return [Print("bye"), ExitProcess(0)]
    case .interrupted: return [Print("interrupted"), ExitProcess(130)]
    case .ran(let result): return [Print("ended: \(result)"), ExitProcess(0)]
    }
  }

  private func leave(_ model: inout Probe, after press: KeyStroke) -> [any Command] {
    guard press.key == .character("q") else {
      model.lines.append("\(press.key)")
      return []
    }
    switch model.way {
    case "shutdown": return [End()]
    case "command": return [ExitProcess(7)]
    case "issue": return [Unhandled(), ExitProcess(0)]
    case "exit": return [Call { exit(8) }]
    case "fatal": return [Call { fatalError("on purpose") }]
    case "abort": return [Call { abort() }]
    default: return []
    }
  }

  func prompt(_ model: Probe) -> Prompt { Prompt("> ", reply { .answered($0) }) }
}

struct End: Command {}

/// A command without an interpreter, which is an issue.
struct Unhandled: Command {}

struct Call: Command {
  var function: @Sendable () -> Void
}

struct ProbeSubscriptions: SubscriptionProvider {
  func subscriptions(model: Probe) -> [any Subscription] {
    if ["prompt", "text"].contains(model.way) { return [] }
    if model.way.hasPrefix("lend") {
      let screen = TerminalScreen(["running"])
      return model.way == "lend"
        ? [screen] : [screen, SignalReceived(.interrupt, Reply(ProbeMessage.interrupted))]
    }
    if model.way == "signal" {
      return [
        SignalReceived(.interrupt, Reply(ProbeMessage.interrupted)),
        TerminalInput(Reply(ProbeMessage.happened)),
      ]
    }
    return [
      TerminalInput(mouse: true, Reply(ProbeMessage.happened)),
      TerminalScreen(model.lines, area: .fullScreen),
    ]
  }
}

endWithTheWindow()
try runStreamProbe()
try await runViewProbe()

let way = CommandLine.arguments.dropFirst().first ?? "wait"
let (ending, ended) = AsyncStream.makeStream(of: Void.self)
let updater = ProbeUpdater(ended: ended)
let start = Probe(way: way)
let longText = Print(String(repeating: "text\n", count: 10_000) + "last")
/// The program that the terminal is given to, for `lend` and `lend-signal`.
let lent = RunInTerminal(
  "/bin/sh", ["-c", CommandLine.arguments.last ?? ""], Reply(ProbeMessage.ran))
let runtime = try Runtime(
  Program(
    model: start, CombinedUpdater([.full(updater), .full(ProbeSubscriptions())]),
    commands: way == "prompt"
      ? [Print("ready"), updater.prompt(start)]
      : way == "text"
        ? [longText, Call { exit(0) }]
        : way.hasPrefix("lend") ? [lent] : []),
  interpreters: [
    .terminal(), .signals(),
    .command(End.self) { _, _ in ended.yield() },
    .command(Call.self) { command, _ in command.function() },
  ])
runtime.start()
for await _ in ending { break }
await runtime.shutdown()
print("shut down")
