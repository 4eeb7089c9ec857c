/// A program as people read it: what is not said is as it is by default.
extension Program: CustomStringConvertible {
  var description: String {
    var lines = ["  \(isSerial ? "handled by an executor" : "handled by the caller")"]
    if !early.isEmpty { lines.append("  before the start: \(early)") }
    for expression in initial { lines.append("  at the start: \(expression)") }
    lines.append("  from the outside: \(sendings)")
    if let shutdownAfter { lines.append("  shut down after \(shutdownAfter) of them") }
    for (index, script) in scripts.enumerated() where !script.isEmpty {
      lines.append("  script \(index): \(script)")
    }
    for (name, plans) in feeds.enumerated() {
      for (payload, plan) in plans.enumerated() where !plan.isEmpty {
        lines.append("  feed \(name).\(payload): \(plan)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Script: CustomStringConvertible {
  var description: String {
    var words: [String] = []
    if !changes.isEmpty { words.append("changes \(changes)") }
    for command in commands { words.append("command \(command)") }
    if isLast { words.append("is the child's last") }
    if fate != .handled { words.append("is \(fate)") }
    if let echo { words.append("an observer sends \(echo)") }
    if let addition { words.append("an interceptor sends \(addition)") }
    return words.joined(separator: "; ")
  }
}

extension AppModel: CustomStringConvertible {
  var description: String {
    let rows = rows.map { "row \($0.id) \($0.part)" }
    let sheet = sheet.map { ["sheet \($0.id) \($0.part)"] } ?? []
    return (["root \(root)"] + rows + sheet + ["heard …\(heard.suffix(2))"]).joined(separator: ", ")
  }
}

extension Part: CustomStringConvertible {
  var description: String { "…\(handled.suffix(2)) wants \(wanted)" }
}
