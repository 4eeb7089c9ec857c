import Dispatch
import KatanaEffectInterpreters
import KatanaRuntime
import ReplayConsole

let run = try RecordedRun(crudFormat, name: "crud")
if !(try run.replays(
  program: "crudProgram",
  imports: ["import Foundation", "import KatanaEffects", "@testable import crud"]))
{
  let crud = try Runtime(
    crudProgram, interpreters: [.random(), .terminal()],
    options: RuntimeOptions(listeners: run.listeners))
  crud.start()
  dispatchMain()
}
