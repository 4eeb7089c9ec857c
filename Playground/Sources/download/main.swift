import ExamplePrograms
import KatanaRuntime

let example = ExampleProgram(
  "download",
  usage: """
    usage: download URL [--mirror URL]... [URL [--mirror URL]...]...

    Downloads files into the current folder, beside each other. What is
    interrupted goes on at the next start. With piped input, the last lines are
    printed.

      --mirror URL     another address of the file before it; the one that
                       answers first is used
    """)
await example.run { arguments in
  let (urls, mirrors) = try downloadAddresses(arguments)
  let downloads = try Runtime(
    downloadProgram(urls, mirrors: mirrors, to: "."), interpreters: downloadInterpreters())
  downloads.start()
  await downloads.waitUntilEnded()
}
