import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Takes the editing of lines from a terminal, and gives it back.
final class TerminalMode: @unchecked Sendable {
  // Sendable, because what it knows is constant.
  private let descriptor: Int32
  private let original: termios

  /// `nil` if there is no terminal.
  init?(_ descriptor: Int32) {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { return nil }
    self.descriptor = descriptor
    self.original = mode
  }

  /// From now on each key comes at once, and is not shown. Signals of keys such as Ctrl-C remain.
  func begin() {
    var mode = original
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &mode)
  }

  /// Everything is as before.
  func end() {
    var mode = original
    tcsetattr(descriptor, TCSANOW, &mode)
  }
}
