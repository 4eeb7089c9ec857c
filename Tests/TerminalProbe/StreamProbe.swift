import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime

// Parts of the probe that use no screen: a program that runs, lines that are copied, a file that is
// saved.

enum StreamMessage: Message {
  case event(ProgramEvent)
  case line(LineEvent)
  case printed
  case ended
  case saved(FileError?)
}

struct StreamProbe: Model, Equatable {
  typealias Receives = StreamMessage
  /// `program`, `lines` or `save`.
  var way: String
  /// The script of the program, or the path of the file.
  var argument: String
  /// How the process ends when the program has written a line. The program may still run then, so its end
  /// may be printed or not. Another text leaves the process until its program has ended.
  var end: String
  var grace: Duration
}

struct StreamUpdater: TypedUpdater {
  func update(model: inout StreamProbe, message: StreamMessage) -> [any Command] {
    switch message {
    // Ends only when the lines are written: `abort()` writes nothing that waits.
    case .event(.lines(let lines)):
      lines.map { Print($0.text, reply { _ in .printed }) }
    case .printed: end(model)
    case .event(.errorLines(let lines)): lines.map { Print($0.text, to: .standardError) }
    case .event(.ended(let exit)):
      [Print("ended: \(exit)", reply { _ in .ended })]
    case .ended: [ExitProcess(9)]
    case .event(.failed(let error)): [Print("\(error)", to: .standardError), ExitProcess(3)]
    case .line(.line(let text)): [Print(text)]
    case .line(.end): [ExitProcess(0)]
    case .line(let event): [Print("\(event)", to: .standardError), ExitProcess(4)]
    case .saved: []
    }
  }

  private func end(_ model: StreamProbe) -> [any Command] {
    switch model.end {
    case "command": [ExitProcess(7)]
    case "exit": [Call { exit(8) }]
    case "fatal": [Call { fatalError("on purpose") }]
    case "abort": [Call { abort() }]
    default: []
    }
  }
}

struct StreamSubscriptions: SubscriptionProvider {
  func subscriptions(model: StreamProbe) -> [any Subscription] {
    switch model.way {
    case "program":
      [
        ProgramOutput(
          "sh", ["-c", model.argument], grace: model.grace, Reply(StreamMessage.event))
      ]
    case "lines": [StandardInputLine(Reply(StreamMessage.line))]
    default: []
    }
  }
}

/// Runs the process until it ends itself; returns if the arguments are those of another part.
func runStreamProbe() throws {
  let arguments = Array(CommandLine.arguments.dropFirst()) + ["", "", "", ""]
  guard ["program", "lines", "save"].contains(arguments[0]) else { return }
  let model = StreamProbe(
    way: arguments[0], argument: arguments[1], end: arguments[2],
    grace: .milliseconds(Int(arguments[3]) ?? 60_000))
  let data = Data(count: 50_000_000)
  let runtime = try Runtime(
    Program(
      model: model, CombinedUpdater([.full(StreamUpdater()), .full(StreamSubscriptions())]),
      commands: model.way == "save"
        ? [WriteFile(model.argument, data, Reply(StreamMessage.saved)), ExitProcess(5)] : []),
    interpreters: [
      .terminal(), .processes(), .files(),
      .command(Call.self) { command, _ in command.function() },
    ])
  runtime.start()
  dispatchMain()
}
