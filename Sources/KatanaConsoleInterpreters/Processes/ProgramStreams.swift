import KatanaEffectInterpreters

#if os(macOS) || os(Linux)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import Foundation

  /// One of the outputs of a program.
  enum ProgramStream { case output, errors }

  /// This process's ends of the pipes to a program. Used on one thread.
  final class ProgramStreams {
    /// The greatest number of bytes to read from each output after the program has ended. Its child
    /// processes may continue to write.
    private static let lastBytes = 4 << 20

    private let input: PipeEnd
    private let output: PipeEnd
    private let errors: PipeEnd
    /// The pipe that becomes readable when the program has ended.
    private let ended: PipeEnd
    private var unwritten: Data
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(
      input: consuming Descriptor, output: consuming Descriptor, errors: consuming Descriptor,
      ended: consuming Descriptor, writing data: Data
    ) {
      (self.input, self.output) = (PipeEnd(input), PipeEnd(output))
      (self.errors, self.ended) = (PipeEnd(errors), PipeEnd(ended))
      #if canImport(Darwin)
        // There, the signal of a closed pipe ends the process, whatever this thread blocks.
        _ = fcntl(self.input.raw, F_SETNOSIGPIPE, 1)
      #endif
      unwritten = data
      if data.isEmpty { self.input.close() }
    }

    /// Writes the input and reads the outputs, until the program has ended and all that it wrote
    /// has been read.
    func transfer(_ receive: (ProgramStream, ArraySlice<UInt8>) -> Void) {
      while !waitForWork().hasEnded {
        writeSome()
        readSome(output, .output, receive)
        readSome(errors, .errors, receive)
      }
      for (end, stream) in [(output, ProgramStream.output), (errors, .errors)] {
        var rest = Self.lastBytes
        while rest > 0, case let count = readSome(end, stream, receive), count > 0 { rest -= count }
      }
    }

    /// Reads and discards what others write to the outputs, as long as a condition holds.
    ///
    /// The condition is checked every 20 ms or more often, because the system does not tell when
    /// the last process of a group has ended.
    func discard(while goesOn: () -> Bool) {
      input.close()
      while goesOn() {
        var all = [
          pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0),
          pollfd(fd: errors.raw, events: Int16(POLLIN), revents: 0),
        ]
        poll(&all, nfds_t(all.count), 20)
        for end in [output, errors] { readSome(end, .output) { _, _ in } }
      }
    }

    private func waitForWork() -> (hasEnded: Bool, Void) {
      // `poll` ignores negative descriptors.
      var all = [
        pollfd(fd: input.raw, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.raw, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ended.raw, events: Int16(POLLIN), revents: 0),
      ]
      poll(&all, nfds_t(all.count), -1)
      return (all[3].revents != 0, ())
    }

    private func writeSome() {
      guard input.raw >= 0 else { return }
      let count = unwritten.withUnsafeBytes { write(input.raw, $0.baseAddress, $0.count) }
      if count > 0 {
        unwritten = unwritten.dropFirst(count)
        if unwritten.isEmpty { input.close() }
      } else if count < 0 && errno != EAGAIN && errno != EINTR {
        // The program no longer reads its input.
        input.close()
      }
    }

    @discardableResult
    private func readSome(
      _ end: PipeEnd, _ stream: ProgramStream, _ receive: (ProgramStream, ArraySlice<UInt8>) -> Void
    ) -> Int {
      guard end.raw >= 0 else { return 0 }
      let count = read(end.raw, &buffer, 64 << 10)
      if count > 0 {
        receive(stream, buffer[..<count])
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        end.close()
      }
      return count
    }
  }

  /// An end of a pipe that never blocks, and that can be closed early.
  private final class PipeEnd {
    private(set) var raw: Int32

    init(_ descriptor: consuming Descriptor) {
      raw = descriptor.release()
      _ = fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK)
    }

    func close() {
      if raw >= 0 { closeRaw(raw) }
      raw = -1
    }

    deinit { close() }
  }

  private func closeRaw(_ raw: Int32) { close(raw) }
#endif
