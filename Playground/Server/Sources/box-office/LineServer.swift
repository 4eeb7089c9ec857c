import KatanaRuntime
import ServiceLifecycle

/// Takes requests as lines, and answers each with a line as soon as its answer is there. In a
/// graceful shutdown, it takes no further line, and ends when the open requests are answered.
struct LineServer: Service {
  let office: Runtime<BoxOffice>
  let lines: AsyncStream<String>
  let write: @Sendable (String) -> Void

  func run() async {
    await withDiscardingTaskGroup { group in
      for await line in lines.cancelOnGracefulShutdown() {
        group.addTask { write("\(line): \(await answer(to: line))") }
      }
    }
  }

  private func answer(to line: String) async -> String {
    let message: BoxOfficeMessage =
      line == "health" ? .healthRequested : .seatRequested(name: line)
    do {
      let answer = try await office.settle(message, returning: Answer.self, timeout: .seconds(5))
      return answer.text
    } catch .timedOut { return "no answer in time" } catch { return "the office is closed" }
  }
}

extension Answer {
  fileprivate var text: String {
    switch self {
    case .sold: "sold"
    case .soldOut: "sold out"
    case .declined: "the bank has declined"
    case .busy: "busy, try again later"
    case .healthy(let free, let open): "ok, \(free) free, \(open) open"
    }
  }
}
