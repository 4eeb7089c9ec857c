import Dispatch
import KatanaEffectInterpreters
import KatanaRuntime
import ReplayConsole

let run = try RecordedRun(timerFormat, name: "timer")
if !(try run.replays(
  program: "timerProgram",
  imports: ["import Foundation", "import KatanaEffects", "@testable import timer"]))
{
  let timer = try Runtime(
    timerProgram, interpreters: [.time(), .terminal(), .store(run.argument("--keep"))],
    options: RuntimeOptions(listeners: run.listeners))
  timer.start()
  dispatchMain()
}
