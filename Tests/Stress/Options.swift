/// What was asked for on the command line.
struct Options {
  var minutes = 1.0
  var seed = UInt64.random(in: 1...999_999)
  /// The first seed of simulated orders, and how many cases, to run again what was found.
  var first: UInt64?
  var cases: Int?
  var names: [String] = []

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--minutes": minutes = rest.popFirst().flatMap { Double($0) } ?? minutes
      case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
      case "--first": first = rest.popFirst().flatMap { UInt64($0) } ?? first
      case "--cases": cases = rest.popFirst().flatMap { Int($0) } ?? cases
      default: names.append(argument)
      }
    }
  }
}
