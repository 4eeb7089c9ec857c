// `@preconcurrency`, because the C library declares `stdout` as a variable. Nothing assigns to it.
#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// Writes the text that Swift's `print` has buffered.
///
/// `fflush(nil)` is not used: it waits for a thread that reads the standard input with `readLine`.
func flushStandardOutput() { fflush(stdout) }

/// Writes what was printed before, and keeps the buffer one of lines, as on a terminal: the C library would
/// otherwise choose by the file that the stream leads to at the first `print`.
func beginBufferedOutput() {
  flushStandardOutput()
  if isatty(STDOUT_FILENO) == 1 { setvbuf(stdout, nil, _IOLBF, 0) }
}
