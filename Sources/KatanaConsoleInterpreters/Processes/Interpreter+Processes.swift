#if os(macOS) || os(Linux)
  import Katana
  import KatanaConsole
  public import KatanaRuntime

  extension Interpreter {
    /// Creates the interpreters of ``KatanaConsole/RunProgram`` and
    /// ``KatanaConsole/ProgramOutput``.
    ///
    /// ```swift
    /// try Runtime(program, interpreters: [.processes()])
    /// ```
    ///
    /// Programs run concurrently; each uses two threads. `await runtime.finish()` waits for the
    /// programs of commands. Available on macOS and Linux only, because other systems do not permit
    /// starting programs.
    public static func processes() -> Interpreter {
      .group([
        .command(RunProgramInterpreter()),
        .subscription(ProgramOutputInterpreter.self),
      ])
    }
  }
#endif
