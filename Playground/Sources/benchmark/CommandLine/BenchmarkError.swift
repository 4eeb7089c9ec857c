/// Why a benchmark cannot be run, or has failed.
enum BenchmarkError: Error, Equatable {
  case unknownOption(String)
  case missingFile(option: String)
  case missingCount(option: String)
  case unknownName(String, known: [String])
  case unreadable(String)
  case unwritable(String)
  case noRecord(String)
  case limits([String])
  case failed(command: String, output: String)
}

extension BenchmarkError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownOption(let option):
      "There is no option \(option). To see all options, run the benchmark with --help."
    case .missingFile(let option):
      "\(option) needs the path of a file after it."
    case .missingCount(let option):
      "\(option) needs a number after it, 1 or more."
    case .unknownName(let name, let known):
      "There is no workload or row \(name). Choose from: \(known.joined(separator: " "))."
    case .unreadable(let path): "The file \(path) cannot be read."
    case .unwritable(let path): "The file \(path) cannot be written."
    case .noRecord(let path):
      "The file \(path) is not a record of this benchmark. To make one, run it with --json FILE."
    case .limits(let lines):
      lines.joined(separator: "\n")
        + "\nTo fix this, find what multiplies the cost or lets it grow."
    case .failed(let command, let output): "\(command) has failed:\n\(output)"
    }
  }
}
