// Not checked, because the C library declares `stdout` as a variable; nothing writes to it.
#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// Writes what `print` of Swift has not written yet. Not `fflush(nil)`, which waits for a thread
/// that reads the standard input by `readLine`.
func flushStandardOutput() { fflush(stdout) }
