import Dispatch
import Foundation
import KatanaRuntime
import ReplayConsole

let run = try RecordedRun.fromCommandLine(crudFormat, name: "crud")
if try run.replays(
  program: "crudProgram",
  imports: ["import Foundation", "import KatanaEffects", "@testable import crud"])
{
  exit(0)
}
let crud = try Runtime(
  crudProgram, interpreters: crudInterpreters(),
  options: RuntimeOptions(listeners: run.listeners))
crud.start()
dispatchMain()
