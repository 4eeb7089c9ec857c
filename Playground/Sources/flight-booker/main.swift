import Dispatch
import KatanaRuntime

let booker = try Runtime(flightProgram, interpreters: flightInterpreters())
booker.start()
dispatchMain()
