extension ModelPart {
  static func slice<Root, Child>(_ keyPath: WritableKeyPath<Root, Child> & Sendable) -> ModelPart {
    let slot = Slot(keyPath)
    return ModelPart(
      name: .keyPath(keyPath), isScope: false, isCollection: false, offset: slot.offset,
      extent: slot.extent,
      change: { model, _, body in slot.change(model) { body($0, nil) } },
      read: { model, _, body in slot.read(model) { body($0, nil) } })
  }

  /// A slice that a closure reaches. Reading goes through a copy, since the closure can only change;
  /// it is needed only while there are scopes inside the slice, or for subscriptions.
  static func closure<Root, Child>(
    name: String, change: @escaping @Sendable (inout Root, (inout Child) -> Void) -> Void
  ) -> ModelPart {
    ModelPart(
      name: .named(name), isScope: false, isCollection: false, offset: nil,
      change: { model, _, body in
        change(&model.assumingMemoryBound(to: Root.self).pointee) { child in
          withUnsafeMutablePointer(to: &child) { body(UnsafeMutableRawPointer($0), nil) }
        }
      },
      read: { model, _, body in
        var copy = model.assumingMemoryBound(to: Root.self).pointee
        change(&copy) { child in withUnsafePointer(to: child) { body(UnsafeRawPointer($0), nil) } }
      })
  }

  /// A slice that a closure reads, for providers, which change nothing.
  static func reading<Root, Child>(
    name: String, read: @escaping @Sendable (Root) -> Child?
  ) -> ModelPart {
    ModelPart(
      name: .named(name), isScope: false, isCollection: false, offset: nil,
      change: { _, _, _ in },
      read: { model, _, body in
        guard let child = read(model.assumingMemoryBound(to: Root.self).pointee) else { return }
        withUnsafePointer(to: child) { body(UnsafeRawPointer($0), nil) }
      })
  }

  static func optional<Root, Child>(
    _ keyPath: WritableKeyPath<Root, Child?> & Sendable,
    identify: (@Sendable (Child) -> ScopeID)?
  ) -> ModelPart {
    let slot = Slot(keyPath)
    return ModelPart(
      name: .keyPath(keyPath), isScope: true, isCollection: false, offset: nil,
      extent: slot.extent,
      change: { model, wanted, body in
        slot.change(model) { pointer in
          let optional = pointer.assumingMemoryBound(to: Child?.self)
          guard let id = meaning(of: wanted, optional.pointee, identify) else { return }
          withUnsafeMutablePointer(to: &optional.pointee!) { body(UnsafeMutableRawPointer($0), id) }
        }
      },
      read: { model, wanted, body in
        slot.read(model) { pointer in
          let optional = pointer.assumingMemoryBound(to: Child?.self).pointee
          guard let child = optional, let id = meaning(of: wanted, child, identify) else { return }
          withUnsafePointer(to: child) { body(UnsafeRawPointer($0), id) }
        }
      })
  }

  static func enumCase<Root, Whole, Child>(
    _ keyPath: WritableKeyPath<Root, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>
  ) -> ModelPart {
    let slot = Slot(keyPath)
    return ModelPart(
      name: .enumCase(keyPath, enumCase.name), isScope: true, isCollection: false, offset: nil,
      extent: slot.extent,
      change: { model, _, body in
        slot.change(model) { pointer in
          let whole = pointer.assumingMemoryBound(to: Whole.self)
          guard var payload = enumCase.extract(whole.pointee) else { return }
          // The payload must be held once only, or its first change copies it. The memory is
          // uninitialised until the payload is put back; nothing can throw or look in between.
          whole.deinitialize(count: 1)
          withUnsafeMutablePointer(to: &payload) { body(UnsafeMutableRawPointer($0), nil) }
          whole.initialize(to: enumCase.embed(payload))
        }
      },
      read: { model, _, body in
        slot.read(model) { pointer in
          let whole = pointer.assumingMemoryBound(to: Whole.self).pointee
          guard let payload = enumCase.extract(whole) else { return }
          withUnsafePointer(to: payload) { body(UnsafeRawPointer($0), nil) }
        }
      })
  }

  /// - Parameter find: The place of the element with an `id`; made where the types are known, since
  ///   code that is generic over them takes 250 ns and two allocations for each element it looks at.
  static func each<Root, Elements: MutableCollection & Sendable>(
    _ keyPath: WritableKeyPath<Root, Elements> & Sendable,
    find: @escaping @Sendable (Elements, Elements.Element.ID) -> Elements.Index? = {
      elements, id in elements.firstIndex { $0.id == id }
    }
  ) -> ModelPart where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let slot = Slot(keyPath)
    return ModelPart(
      name: .keyPath(keyPath), isScope: true, isCollection: true, offset: nil,
      extent: slot.extent,
      change: { model, wanted, body in
        slot.change(model) { pointer in
          let elements = pointer.assumingMemoryBound(to: Elements.self)
          for (index, id) in children(of: elements.pointee, wanted, find) {
            withUnsafeMutablePointer(to: &elements.pointee[index]) {
              body(UnsafeMutableRawPointer($0), id)
            }
          }
        }
      },
      read: { model, wanted, body in
        slot.read(model) { pointer in
          let elements = pointer.assumingMemoryBound(to: Elements.self).pointee
          for (index, id) in children(of: elements, wanted, find) {
            withUnsafePointer(to: elements[index]) { body(UnsafeRawPointer($0), id) }
          }
        }
      })
  }
}

/// The child's `id`, if the child is the one that is wanted; `.some(nil)` if it has none.
private func meaning<Child>(
  of wanted: ScopeID?, _ child: Child?, _ identify: (@Sendable (Child) -> ScopeID)?
) -> ScopeID?? {
  guard let child else { return nil }
  guard let identify else { return .some(nil) }
  let id = identify(child)
  return wanted == nil || wanted == id ? .some(id) : .none
}

/// The places of the wanted element, or of all.
private func children<Elements: Collection>(
  of elements: Elements, _ wanted: ScopeID?,
  _ find: (Elements, Elements.Element.ID) -> Elements.Index?
) -> [(Elements.Index, ScopeID)]
where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
  guard let wanted else { return elements.indices.map { ($0, ScopeID(elements[$0].id)) } }
  guard let id = wanted.value.base as? Elements.Element.ID,
    let index = find(elements, id)
  else { return [] }
  return [(index, wanted)]
}

/// A property of a model, reached by its place in memory where it is stored, else by its key path.
///
/// Through a key path, even a stored property costs 17 ns; by its place, 6.
private struct Slot<Root, Value>: Sendable {
  let offset: Int?
  var extent: Extent? { offset.map { Extent(offset: $0, size: MemoryLayout<Value>.size) } }
  private let keyPath: WritableKeyPath<Root, Value> & Sendable

  init(_ keyPath: WritableKeyPath<Root, Value> & Sendable) {
    self.keyPath = keyPath
    self.offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  func change(_ model: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void) {
    if let offset { return body(model + offset) }
    let root = model.assumingMemoryBound(to: Root.self)
    withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath]) {
      body(UnsafeMutableRawPointer($0))
    }
  }

  func read(_ model: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    if let offset { return body(model + offset) }
    let root = model.assumingMemoryBound(to: Root.self)
    withUnsafePointer(to: root.pointee[keyPath: keyPath]) { body(UnsafeRawPointer($0)) }
  }
}
