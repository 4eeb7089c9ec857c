@testable import KatanaRecording

func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 { Checksum.of(bytes) }
