import Dispatch
import KatanaEffectInterpreters
import KatanaRuntime

let timer = try Runtime(timerProgram, interpreters: [.time(), .terminal()])
timer.start()
dispatchMain()
