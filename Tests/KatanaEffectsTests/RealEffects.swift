import Testing

/// The tests of effects against the real system: sockets, terminals, files, signals, processes.
///
/// They run one at a time, because they share the process: its descriptors, its signals, its
/// processor. On Linux, `URLSession` keeps a processor busy while a request waits for its answer.
@Suite(.serialized) enum RealEffects {}
