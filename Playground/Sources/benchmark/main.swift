import Foundation

do {
  try await Session(arguments: Arguments(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(error is BenchmarkError ? 1 : 70)
}
