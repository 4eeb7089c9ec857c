import Dispatch
import KatanaEffectInterpreters
import KatanaRuntime

let crud = try Runtime(crudProgram, interpreters: [.random(), .terminal()])
crud.start()
dispatchMain()
