import KatanaRuntime

/// CX: commands that run until they are cancelled by the next one, under a runtime that goes on.
enum Cancellations {
  private static let count = 1_000_000

  static var rows: [Row] {
    [
      Row(
        name: "CX.cancelled", title: "a command that runs on is started, and cancelled by another",
        floor: "C.bare",
        goals: [.figure("resident growth", atMost: 1_048_576)]
      ) {
        let runtime = try started()
        return .direct { times in
          for number in 0..<times { runtime.dispatch(Begin(id: number & 15)) }
        }
      }.with(figures: figures)
    ]
  }

  private static func figures() throws -> [Figure] {
    let runtime = try started()
    for number in 0..<10_000 { runtime.dispatch(Begin(id: number & 15)) }
    let before = Memory()
    for number in 0..<count { runtime.dispatch(Begin(id: number & 15)) }
    let after = Memory()
    return [
      growth("resident growth", before.resident, after.resident),
      growth("allocated growth", before.allocated, after.allocated),
    ].compactMap { $0 }
  }

  private static func growth(_ name: String, _ before: Int?, _ after: Int?) -> Figure? {
    guard let before, let after else { return nil }
    return Figure(
      name: name, value: Double(after - before), unit: "bytes after \(count.text) cancellations")
  }

  private static func started() throws -> Runtime<Counter> {
    let runtime = try Runtime(
      Program(model: Counter(), BeginUpdater()), interpreters: [.command(WaitInterpreter())],
      options: RuntimeOptions(issues: .expected))
    runtime.start()
    return runtime
  }
}

private struct Begin: Message { var id: Int }

private struct BeginUpdater: TypedUpdater {
  func update(model: inout Counter, message: Begin) -> [any Command] {
    [Wait().cancellable(id: message.id, cancelInFlight: true)]
  }
}

private struct Wait: Command {}

/// Keeps its dispatcher until it is cancelled, as something that waits for an answer does.
private struct WaitInterpreter: CommandInterpreter {
  func interpret(_ command: Wait, dispatch: Dispatcher) {
    let held = Held(dispatch)
    dispatch.onCancel { held.dispatcher = nil }
  }
}

private final class Held: @unchecked Sendable {
  // Sendable, because both uses are inside the runtime's steps.
  var dispatcher: Dispatcher?
  init(_ dispatcher: Dispatcher) { self.dispatcher = dispatcher }
}
