/// What was asked for on the command line.
struct Options {
  var minutes = 1.0
  var seed = UInt64.random(in: 1...999_999)
  var names: [String] = []

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--minutes": minutes = rest.popFirst().flatMap { Double($0) } ?? minutes
      case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
      default: names.append(argument)
      }
    }
  }
}
