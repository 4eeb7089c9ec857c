/// The options on the command line of the server.
struct Options: Equatable {
  /// The port to listen on.
  var port = 8_080
  /// The folder in which the store is saved; `nil` to forget it at the end.
  var dataFolder: String?
  /// Whether the program prints the help and ends.
  var wantsHelp = false

  static let help = """
    usage: conduit-server [--port N] [--data DIR]

    A server of the RealWorld "Conduit" API, with sample data. It is a demonstration: it listens on
    127.0.0.1 alone, and its passwords are not protected.

      --port N    listen on this port; 8080 unless given, 0 for a free one
      --data DIR  save everything in this folder; without it, all is forgotten at the end
      --help      show this
    """

  /// Reads the arguments after the program's name.
  init(_ arguments: some Collection<String>) throws(OptionError) {
    var arguments = arguments.makeIterator()
    while let option = arguments.next() {
      switch option {
      case "--port":
        guard let port = arguments.next().flatMap(Int.init), 0...65_535 ~= port else {
          throw OptionError(text: "--port needs a number from 0 to 65535")
        }
        self.port = port
      case "--data":
        guard let folder = arguments.next(), !folder.isEmpty, !folder.hasPrefix("--") else {
          throw OptionError(text: "--data needs a FOLDER")
        }
        dataFolder = folder
      case "--help", "-h": wantsHelp = true
      default: throw OptionError(text: "unknown option \"\(option)\"")
      }
    }
  }
}

/// An error in the options on the command line.
struct OptionError: Error, Equatable {
  var text: String
}
