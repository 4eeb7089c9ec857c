import KatanaRuntime
import KatanaTesting

/// A command that an interpreter performs at once, or with callbacks.
struct Work: Command {
  var id: ID
  var plan: Plan
  /// Makes a message for the part of the model that has returned the command.
  var make: @Sendable (ID, Int) -> any Act
}

/// A command that an interpreter performs in a task.
struct SlowWork: Command {
  var id: ID
  var plan: Plan
  var make: @Sendable (ID, Int) -> any Act
}

struct WorkFailed: Error {}

struct WorkInterpreter: CommandInterpreter {
  let world: World

  func interpret(_ command: Work, dispatch: Dispatcher) {
    world.note(.started(command.id))
    let work = RunningWork(command, dispatch, world)
    world.interpret { if command.plan.style == .now { work.doAll() } else { work.begin() } }
    world.note(.returned(command.id))
  }
}

/// Work that goes on after its interpreter has returned.
private final class RunningWork: @unchecked Sendable {
  // Sendable, because everything in a simulation happens on one thread.
  private let work: Work
  private let world: World
  /// Given up at the end of the work, which ends the run.
  private var dispatch: Dispatcher?
  private var steps: ArraySlice<Plan.Step>
  private var isPerforming = false

  init(_ work: Work, _ dispatch: Dispatcher, _ world: World) {
    self.work = work
    self.world = world
    self.dispatch = dispatch
    self.steps = work.plan.steps[...]
  }

  func doAll() {
    while let step = steps.popFirst() { perform(step) }
    world.note(.ended(work.id, hasFailed: false))
    dispatch = nil
  }

  func begin() {
    dispatch?.onCancel { [self] in
      if !work.plan.ignoresCancellation { end() }
      world.note(.cancelled(work.id))
    }
    goOn()
  }

  private func goOn() {
    while dispatch != nil {
      guard let step = steps.popFirst() else { return end() }
      if case .wait(let milliseconds) = step {
        return world.after(milliseconds) { [self] in goOn() }
      }
      perform(step)
    }
  }

  private func perform(_ step: Plan.Step) {
    guard let dispatch else { return }
    isPerforming = true
    world.perform(step, of: work.id, work.make, dispatch)
    isPerforming = false
    // What it has sent may have cancelled it. The run ends when this dispatcher is let go of.
    if self.dispatch == nil { world.note(.ended(work.id, hasFailed: false)) }
    withExtendedLifetime(dispatch) {}
  }

  private func end() {
    guard dispatch != nil else { return }
    if !isPerforming { world.note(.ended(work.id, hasFailed: false)) }
    dispatch = nil
  }
}

struct SlowWorkInterpreter: AsyncCommandInterpreter {
  let world: World

  func interpret(_ command: SlowWork, dispatch: Dispatcher) async throws {
    world.note(.began(command.id))
    do {
      for step in command.plan.steps {
        if case .wait(let milliseconds) = step {
          try await wait(milliseconds, ignoresCancellation: command.plan.ignoresCancellation)
        } else {
          world.perform(step, of: command.id, command.make, dispatch)
        }
      }
      if command.plan.fails { throw WorkFailed() }
      world.note(.ended(command.id, hasFailed: false))
    } catch {
      world.note(.ended(command.id, hasFailed: true))
      throw error
    }
  }

  private func wait(_ milliseconds: Int, ignoresCancellation: Bool) async throws {
    if milliseconds == 0 { return await world.simulation.pause() }
    do {
      try await world.simulation.clock.sleep(for: .milliseconds(milliseconds))
    } catch {
      if !ignoresCancellation { throw error }
    }
  }
}
