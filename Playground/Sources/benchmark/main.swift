import Foundation

// The priority of the tasks that runtimes start: the threads of another one would have to be woken.
Task(priority: .medium) {
  do {
    try await Benchmark(Arguments(CommandLine.arguments.dropFirst())).run()
    exit(0)
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(error is BenchmarkError ? 1 : 70)
  }
}
// The main thread serves the main actor, as in an app. An asynchronous `main` would give it away.
RunLoop.main.run()
