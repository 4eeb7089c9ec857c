import KatanaRuntime

let app = try Runtime(booksProgram(), interpreters: booksInterpreters())
app.start()
await app.waitUntilEnded()
