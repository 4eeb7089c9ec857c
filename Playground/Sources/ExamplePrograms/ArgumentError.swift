/// A mistake in the arguments of an example.
public enum ArgumentError: Error, Equatable, CustomStringConvertible {
  /// The example does not have this option; it has the others.
  case unknown(option: String, known: [String])
  /// A folder or file must follow this option.
  case valueMissing(option: String)
  /// The example needs this argument, such as `URL`.
  case missing(String)
  /// The example takes no such argument.
  case unexpected(String)

  /// What is wrong, and how to fix it.
  public var description: String {
    switch self {
    case .unknown(let option, let known):
      "unknown option \"\(option)\"; try: \(known.joined(separator: ", "))"
    case .valueMissing(let option): "\(option) needs a folder or a file after it"
    case .missing(let argument): "\(argument) is missing; try: --help"
    case .unexpected(let argument): "unknown argument \"\(argument)\"; try: --help"
    }
  }
}
