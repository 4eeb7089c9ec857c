import Dispatch
import Foundation
import KatanaRuntime
import ReplayConsole

let run = try RecordedRun.fromCommandLine(timerFormat, name: "timer", options: ["--keep"])
if try run.replays(
  program: "timerProgram",
  imports: ["import Foundation", "import KatanaEffects", "@testable import timer"])
{
  exit(0)
}
let timer = try Runtime(
  timerProgram, interpreters: timerInterpreters(keepingIn: run.argument("--keep")),
  options: RuntimeOptions(listeners: run.listeners))
timer.start()
dispatchMain()
