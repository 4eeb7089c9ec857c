/// What led to a message, and all that it has led to.
package struct CauseTree: Equatable, Sendable {
  package struct Node: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      case entry(MonitorLog.Entry)
      case run(MonitorLog.Run)
    }
    package var content: Content
    package var depth: Int
  }

  /// In the order of a tree: each before what it has led to.
  package private(set) var nodes: [Node] = []
  /// Whether the first cause is not kept any more.
  package private(set) var isCut = false
  /// Whether not all that it has led to is in the tree.
  package private(set) var isLong = false
  /// From the first message to the end of the last command.
  package private(set) var times: ClosedRange<Int64> = 0...0

  /// The number of messages after which the tree ends, and of those that have led to the chosen one.
  private static let (limit, longestWay) = (2_000, 200)

  package init() {}

  /// The number of the message in a row; `nil` for a command, and for a message that was not handled.
  package func number(at row: Int) -> UInt64? {
    guard nodes.indices.contains(row), case .entry(let entry) = nodes[row].content else {
      return nil
    }
    return entry.message.number > 0 ? entry.message.number : nil
  }

  package init(of number: UInt64, in log: MonitorLog) {
    var (root, way) = (number, Set<UInt64>())
    // A cause comes before what it causes, whatever a file says.
    while let cause = log.message(root)?.cause, cause < root {
      isCut = log.position(of: cause) == nil || way.count == Self.longestWay
      if isCut { break }
      way.insert(root)
      root = cause
    }
    guard let first = log.position(of: root) else { return }
    var children: [UInt64: [Int]] = [:]
    var (known, count) = (Set([root]), 1)
    for position in first + 1..<max(log.entries.end, first + 1) {
      let message = log.entries[position].message
      guard let cause = message.cause, known.contains(cause) else { continue }
      count += 1
      // The one that was chosen is in the tree, however much else there is.
      guard count <= Self.limit || way.contains(message.number) else { continue }
      children[cause, default: []].append(position)
      if message.number > 0 { known.insert(message.number) }
    }
    isLong = count > Self.limit
    var runs: [UInt64: [MonitorLog.Run]] = [:]
    let start = log.entries[first].message.time
    for position in log.ended.positions.reversed() where count < 2 * Self.limit {
      let run = log.ended[position]
      // Those that have ended before it began are not its.
      if run.endTime ?? 0 < start { break }
      guard let cause = run.cause, known.contains(cause) else { continue }
      count += 1
      runs[cause, default: []].append(run)
    }
    for run in log.running.values.prefix(Self.limit) {
      if let cause = run.cause, known.contains(cause) { runs[cause, default: []].append(run) }
    }
    add(first, 0, log, children, runs)
    let ends = nodes.map { node -> Int64 in
      switch node.content {
      case .entry(let entry): entry.message.time + (entry.message.took ?? 0)
      case .run(let run): run.endTime ?? log.now
      }
    }
    times = start...max(start, ends.max() ?? start)
  }

  private mutating func add(
    _ position: Int, _ depth: Int, _ log: MonitorLog, _ children: [UInt64: [Int]],
    _ runs: [UInt64: [MonitorLog.Run]]
  ) {
    // Deeper than a screen is wide, nothing can be read; a chain is shown to its last message by its depth.
    var (position, depth) = (position, depth)
    while true {
      nodes.append(Node(content: .entry(log.entries[position]), depth: depth))
      let number = log.entries[position].message.number
      guard number > 0 else { return }
      for run in (runs[number] ?? []).sorted(by: { $0.id < $1.id }) {
        nodes.append(Node(content: .run(run), depth: depth + 1))
      }
      let next = children[number] ?? []
      // The last one is followed without recursion, so that a long chain does not need a deep stack.
      for child in next.dropLast() { add(child, depth + 1, log, children, runs) }
      guard let last = next.last else { return }
      (position, depth) = (last, depth + 1)
    }
  }
}
