import Foundation
import KatanaRuntime

let url = ProcessInfo.processInfo.environment["BOOKS_SERVER"]
let server = url.map { Server(url: $0) } ?? Server()

let app = try Runtime(booksProgram(server), interpreters: booksInterpreters())
app.start()
await app.waitUntilEnded()
