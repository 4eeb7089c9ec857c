import ExamplePrograms

/// Reads the arguments of the program: the addresses of the files, and their mirrors.
func downloadAddresses(
  _ arguments: [String]
) throws(ArgumentError) -> (urls: [String], mirrors: [String: [String]]) {
  var (urls, mirrors): ([String], [String: [String]]) = ([], [:])
  var rest = arguments[...]
  while let argument = rest.popFirst() {
    if argument == "--mirror" {
      guard let url = urls.last else { throw .missing("URL before --mirror") }
      guard let mirror = rest.popFirst(), !mirror.hasPrefix("-") else {
        throw .valueMissing(option: argument)
      }
      mirrors[url, default: []].append(mirror)
    } else if argument.hasPrefix("-") {
      throw .unexpected(argument)
    } else {
      urls.append(argument)
    }
  }
  if urls.isEmpty { throw .missing("URL") }
  return (urls, mirrors)
}
