#if os(macOS) || os(Linux)
  import Katana
  import KatanaEffects
  public import KatanaRuntime

  extension Interpreter {
    /// The interpreters of ``KatanaEffects/RunProgram`` and ``KatanaEffects/ProgramOutput``.
    ///
    /// ```swift
    /// try Runtime(program, interpreters: [.processes()])
    /// ```
    ///
    /// Programs run beside each other, each with two threads. `await runtime.finish()` waits for the
    /// programs of commands. On macOS and Linux only: other systems start no programs.
    public static func processes() -> Interpreter {
      .group([
        .command(RunProgramInterpreter()),
        .subscription(ProgramOutputInterpreter.self),
      ])
    }
  }
#endif
