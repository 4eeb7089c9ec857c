#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory directly from the system. What is deallocated goes back to it at once.
enum Pages {
  static func allocate(bytes: Int) -> UnsafeMutableRawPointer {
    let pages = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let pages, pages != UnsafeMutableRawPointer(bitPattern: -1) else {
      fatalError("The system has no \(bytes) bytes of memory left.")
    }
    return pages
  }

  static func deallocate(_ pages: UnsafeMutableRawPointer, bytes: Int) { munmap(pages, bytes) }
}
