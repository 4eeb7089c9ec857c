/// Separate bytes for each slot, for a value that writes to its containers in any order.
struct EncodingTree {
  /// The bytes of each slot, in the order of slots. The bytes of the current slot are in the state.
  var buffers: [[UInt8]] = []
  /// For each slot, the offsets at which the bytes of nested slots are inserted.
  var insertions: [[(offset: Int, slot: Int)]] = []
  var current = -1
}

extension EncodingState {
  func beginBuffer(of place: Place, parent: Int32) {
    if parent >= 0 { tree!.insertions[Int(parent)].append((bytes.count, Int(place.index))) }
    tree!.buffers.append([])
    tree!.insertions.append([])
    switchBuffer(to: place)
  }

  func switchBuffer(to place: Place) {
    guard place.serial != current, place.index >= 0 else { return }
    if tree!.current >= 0 { swap(&tree!.buffers[tree!.current], &bytes) }
    tree!.current = Int(place.index)
    swap(&tree!.buffers[tree!.current], &bytes)
    current = place.serial
  }

  /// Returns the bytes that contain the keys of a slot.
  func buffer(of slot: Int) -> [UInt8] {
    guard let tree, tree.current != slot else { return bytes }
    return tree.buffers[slot]
  }

  /// Returns all bytes, in the order of the values.
  func assembled() -> [UInt8] {
    swap(&tree!.buffers[tree!.current], &bytes)
    tree!.current = -1
    var result: [UInt8] = []
    append(slot: 0, to: &result)
    return result
  }

  private func append(slot index: Int, to result: inout [UInt8]) {
    let buffer = tree!.buffers[index]
    var start = 0
    for insertion in tree!.insertions[index] {
      result += buffer[start..<insertion.offset]
      append(slot: insertion.slot, to: &result)
      start = insertion.offset
    }
    result += buffer[start...]
    switch slots[index].kind {
    case .scalar: break
    case .array: result.append(ASCII.closeBracket)
    case .object: result.append(ASCII.closeBrace)
    case .empty: result += [ASCII.openBrace, ASCII.closeBrace]
    }
  }
}
