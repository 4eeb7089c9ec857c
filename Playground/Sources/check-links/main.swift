import Foundation
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    print(Options.help)
    exit(0)
  }
  let links = try Runtime(
    linksProgram(options, showsProgress: isatty(STDERR_FILENO) == 1),
    interpreters: linksInterpreters())
  links.start()
  await links.waitUntilEnded()
} catch {
  FileHandle.standardError.write(Data("check-links: \(error)\n".utf8))
  exit(error is UsageError ? 2 : 1)
}
