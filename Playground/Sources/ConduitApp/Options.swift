import Foundation
import Terminal

/// The options on the command line of the program.
struct Options: Equatable {
  /// The server to use; `nil` for an embedded one.
  var server: URL?
  /// The longest time that a request may take.
  var timeLimit = Duration.seconds(10)
  /// Whether each message is logged to standard error.
  var isLogging = false
  /// The folder that a recording of this run is written to; no recording if `nil`.
  var recordingFolder: String?
  /// The recording to show instead of running: a file, or the folder of the newest one.
  var monitoredPlace: String?
  /// Whether the program prints the help and ends.
  var wantsHelp = false
  /// Whether each output is one line of JSON.
  var isJSON = false
  /// Whether the program shows a screen in place of lines.
  var isScreen = false
  /// A command to perform in place of the input, as a line; `nil` if there is none.
  var command: String?

  static let help = """
    usage: conduit [--server URL] [--time-limit SECONDS] [--log] [--json]
                   [--record FOLDER] [--screen | COMMAND]
           conduit [--screen] --monitor FILE-OR-FOLDER

    A terminal client of the RealWorld "Conduit" API. Performs one command, such as
    "articles --tag swift"; or reads one per line. The command help lists them all.
    Without --server, a server with sample data is started in the same process,
    where somebody publishes an article now and then while you type; try:

        login demo@example.com demo-password

      --server URL          talk to this server, such as http://localhost:3000
      --time-limit SECONDS  give up on a request after this time; 10 unless given
      --log                 write each message's name and cause to standard error
      --json                write one JSON object a line, with the keys of the API:
                            {"article": {...}}, an error {"errors": ["..."]}
      --screen              show a screen instead of reading lines
      --record FOLDER       record everything that happens to a new file in this
                            folder; passwords and tokens are left out
      --monitor FILE-OR-FOLDER
                            show a recording, also while it is written; with
                            --screen, one of a screen
      --help                show this

    CONDUIT_SESSION=FILE    remember the session with --server in this file;
                            not set: nowhere
    VISUAL, EDITOR          the editor of publish and edit; not set: vi
    NO_COLOR=1              no colours, as in pipes
    """

  /// Reads the arguments after the program's name.
  init(_ arguments: some Collection<String>) throws(OptionError) {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      guard argument.hasPrefix("-") else {
        // What follows belongs to the command, with its own options.
        command = ([argument] + arguments).map(Words.quoted).joined(separator: " ")
        if isScreen { throw OptionError(text: "--screen takes no command") }
        return
      }
      // `--server=URL` means `--server URL`.
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      if parts.count == 2 { arguments = [String(parts[1])] + arguments }
      try read(option, &arguments)
      if parts.count == 2 && Self.flags.contains(option) {
        throw OptionError(text: "\(option) takes no value")
      }
    }
  }

  private static let flags = ["--log", "--json", "--screen", "--help", "-h"]

  private mutating func read(
    _ option: String, _ values: inout ArraySlice<String>
  ) throws(OptionError) {
    switch option {
    case "--server": server = try Self.server(values.popFirst())
    case "--time-limit": timeLimit = try Self.timeLimit(values.popFirst())
    case "--log": isLogging = true
    case "--json": isJSON = true
    case "--screen": isScreen = true
    case "--record": recordingFolder = try Self.path(values.popFirst(), "--record needs a FOLDER")
    case "--monitor":
      monitoredPlace = try Self.path(values.popFirst(), "--monitor needs a FILE or a FOLDER")
    case "--help", "-h": wantsHelp = true
    default: throw OptionError(text: "unknown option \"\(option)\"")
    }
  }

  private static func server(_ text: String?) throws(OptionError) -> URL {
    guard let url = text.flatMap(URL.init(string:)),
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.host?.isEmpty == false
    else { throw OptionError(text: "--server needs a URL such as http://localhost:3000") }
    // A name or password in the address would be printed with it.
    guard url.user == nil, url.password == nil else {
      throw OptionError(text: "--server takes no name and no password; use the command login")
    }
    // People copy the address with the path of the API.
    let path = url.path.split(separator: "/")
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url }
    parts.scheme = scheme
    parts.path = (path.last == "api" ? path.dropLast() : path).map { "/\($0)" }.joined()
    return parts.url ?? url
  }

  private static func path(_ text: String?, _ mistake: String) throws(OptionError) -> String {
    guard let text, !text.isEmpty, !text.hasPrefix("--") else { throw OptionError(text: mistake) }
    return text
  }

  private static func timeLimit(_ text: String?) throws(OptionError) -> Duration {
    guard let seconds = text.flatMap(Double.init), (0.1...3_600).contains(seconds) else {
      throw OptionError(text: "--time-limit needs a number of seconds, from 0.1 to 3600")
    }
    return .milliseconds(Int64(seconds * 1_000))
  }
}

/// An error in the options on the command line.
struct OptionError: Error, Equatable {
  var text: String
}
