extension ModelPart {
  /// The payload of one case of an enum.
  @inlinable
  static func enumCase<Root, Whole, Child>(
    _ keyPath: WritableKeyPath<Root, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>
  ) -> ModelPart {
    let slot = Slot(keyPath)
    return ModelPart(
      .enumCase(keyPath, enumCase.name), isScope: true, bytes: slot.bytes,
      change: { model, _, body in
        slot.change(model) { whole in
          guard var payload = enumCase.extract(whole.pointee) else { return }
          // The payload must be held once only, or its first change copies it. The memory is
          // uninitialised until the payload is put back; nothing can throw or look in between.
          whole.deinitialize(count: 1)
          withUnsafeMutablePointer(to: &payload) { body(UnsafeMutableRawPointer($0), nil) }
          whole.initialize(to: enumCase.embed(payload))
        }
      },
      read: { model, _, body in
        slot.read(model) { whole in
          guard let payload = enumCase.extract(whole.pointee) else { return }
          withUnsafePointer(to: payload) { body(UnsafeRawPointer($0), nil) }
        }
      })
  }
}
