import ExamplePrograms
import KatanaRuntime

let example = ExampleProgram(
  "download",
  usage: """
    usage: download URL...

    Downloads files into the current folder, beside each other. What is
    interrupted goes on at the next start. With piped input, the last lines are
    printed.
    """)
await example.run { urls in
  if let option = urls.first(where: { $0.hasPrefix("-") }) {
    throw ArgumentError.unexpected(option)
  }
  if urls.isEmpty { throw ArgumentError.missing("URL") }
  let downloads = try Runtime(
    downloadProgram(urls, to: "."), interpreters: downloadInterpreters())
  downloads.start()
  await downloads.waitUntilEnded()
}
