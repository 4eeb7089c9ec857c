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
