/// The arguments on the command line.
struct Options: Equatable {
  /// The links; none to read them from the standard input.
  var links: [String] = []
  var wantsHelp = false

  static let help = """
    usage: check-links [URL...]

    Asks the server of each URL, and prints whether it answers. Without a URL,
    each line of the standard input is one. The status is 1 if a link is broken.
    """

  init(_ arguments: some Collection<String>) throws(UsageError) {
    for argument in arguments {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case _ where argument.hasPrefix("-"):
        throw UsageError(description: "unknown option \"\(argument)\"; try: --help")
      default: links.append(argument)
      }
    }
  }
}

/// A mistake in the arguments.
struct UsageError: Error, Equatable, CustomStringConvertible {
  var description: String
}
