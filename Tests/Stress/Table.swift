import Promises

/// The table of results.
enum Table {
  static func printHead(_ options: Options) {
    print("seed \(options.seed), up to \(options.minutes) minutes")
    print("| promise | cases tried | wanted | violations | seconds | figures |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
  }

  static func row(_ promise: Promise, _ trial: Trial, _ time: Duration) -> String {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let cells = [
      "\(promise.name): \(promise.text)", grouped(trial.cases), grouped(trial.wanted),
      "\(trial.violations)", "\((seconds * 10).rounded() / 10)",
      trial.findings.joined(separator: "; "),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  /// Such as `1,000,000`.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in "\(number)".reversed().enumerated() {
      if index > 0 && index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
