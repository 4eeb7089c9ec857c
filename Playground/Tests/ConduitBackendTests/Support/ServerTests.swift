import Testing

/// The tests that use real HTTP, one after another: the port of a backend that has stopped must not
/// be given to the next one while a test still expects nobody to answer there.
@Suite(.serialized)
enum ServerTests {}
