import CNATS
import FleetInterface
import Foundation

// The same work with the C client by hand: publish with an id, fetch, answer, acknowledge.

struct Hand {
  private var connection: OpaquePointer?
  private var stream: OpaquePointer?

  init(port: String) {
    check(natsConnection_ConnectTo(&connection, "nats://127.0.0.1:\(port)"))
    check(natsConnection_JetStream(&stream, connection, nil))
    makeStream("HAND_JOBS", "hand.jobs")
    makeStream("HAND_ANSWERS", "hand.answers")
  }

  private func makeStream(_ name: String, _ subject: String) {
    var config = jsStreamConfig()
    jsStreamConfig_Init(&config)
    let (name, subject) = (strdup(name), strdup(subject))
    var subjects: [UnsafePointer<CChar>?] = [UnsafePointer(subject)]
    config.Name = UnsafePointer(name)
    config.Retention = js_WorkQueuePolicy
    subjects.withUnsafeMutableBufferPointer {
      (config.Subjects, config.SubjectsLen) = ($0.baseAddress, 1)
      _ = js_AddStream(nil, stream, &config, nil, nil)
    }
    free(name)
    free(subject)
  }

  private func publish(_ subject: String, _ id: String, _ value: some Encodable) {
    let data = try! JSONEncoder().encode(value)
    var options = jsPubOptions()
    jsPubOptions_Init(&options)
    id.withCString { id in
      options.MsgId = id
      data.withUnsafeBytes {
        check(js_PublishAsync(stream, subject, $0.baseAddress, Int32($0.count), &options))
      }
    }
  }

  private func subscribe(_ subject: String, _ name: String) -> OpaquePointer? {
    var subscription: OpaquePointer?
    check(js_PullSubscribe(&subscription, stream, subject, name, nil, nil, nil))
    return subscription
  }

  /// Calls a function with each message, and acknowledges a batch of them after what was published has arrived.
  private func take(_ subscription: OpaquePointer?, _ batch: Int32, _ handle: (Data) -> Void) -> Int
  {
    var list = natsMsgList()
    let status = natsSubscription_Fetch(&list, subscription, batch, 500, nil)
    defer { natsMsgList_Destroy(&list) }
    if status == NATS_TIMEOUT { return 0 }
    check(status)
    for index in 0..<Int(list.Count) {
      handle(
        Data(
          bytes: natsMsg_GetData(list.Msgs[index]),
          count: Int(natsMsg_GetDataLength(list.Msgs[index]))))
    }
    check(js_PublishAsyncComplete(stream, nil))
    for index in 0..<Int(list.Count) { natsMsg_Ack(list.Msgs[index], nil) }
    return Int(list.Count)
  }

  /// Performs jobs until the process is ended.
  func work() {
    let jobs = subscribe("hand.jobs", "worker")
    while true {
      _ = take(jobs, 10) { data in
        let job = try! JSONDecoder().decode(Job.self, from: data)
        publish("hand.answers", "a\(job.id)", Answer(id: job.id, count: job.text.count))
      }
    }
  }

  /// Waits for a job that never comes.
  func wait() {
    let jobs = subscribe("hand.jobs", "worker")
    // As Swift's concurrency does: on Linux, it looks at its threads once a second from now on.
    DispatchQueue.global().async {}
    while true {
      var list = natsMsgList()
      natsSubscription_Fetch(&list, jobs, 1, 600_000, nil)
      natsMsgList_Destroy(&list)
    }
  }

  /// Sends commands, and returns when all are answered.
  func perform(_ count: Int, at name: String) {
    let answers = subscribe("hand.answers", "app")
    for index in 0..<count {
      publish("hand.jobs", "\(name)-\(index)", Job(id: "\(name)-\(index)", text: "the text"))
    }
    var open = count
    while open > 0 {
      open -= take(answers, 100) { data in
        precondition(try! JSONDecoder().decode(Answer.self, from: data).count == 8)
      }
    }
    natsSubscription_Destroy(answers)
  }

  private struct Job: Codable { var id, text: String }
  private struct Answer: Codable {
    var id: String
    var count: Int
  }

  private func check(_ status: natsStatus) {
    guard status != NATS_OK else { return }
    fatalError(
      "\(String(cString: natsStatus_GetText(status))): \(String(cString: nats_GetLastError(nil)))")
  }
}
