extension Router {
  /// Delivers a message to the child at an address if the way is simple, as it is for most messages:
  /// each step means one child of one part, no parent on the way listens, and the child is there.
  ///
  /// So the child is looked for only once, while ``presence(_:_:_:)`` and
  /// ``handle(_:_:_:)`` look for it twice.
  ///
  /// - Returns: The commands, or `nil` if nothing was called and the model has not changed. Then the
  ///   message must take the general way, which also says why it reaches no child.
  package func deliverToOneChild(
    _ model: UnsafeMutableRawPointer, _ scoped: UnsafePointer<ScopedMessage>,
    _ delivery: inout Delivery
  ) -> [any Command]? {
    guard isAddressedHere(scoped.pointee), !isDismissal(scoped.pointee.message) else { return nil }
    return scoped.pointee.address.steps.withUnsafeBufferPointer { steps in
      // Each step takes some stack, and deep addresses are rare.
      guard let first = steps.baseAddress, steps.count <= 8 else { return nil }
      return deliver(first, steps.count, scoped, model, &delivery)
    }
  }

  /// Delivers a message to the child at an address of `count` steps from `step` on.
  ///
  /// Nothing here is retained, because the app's router keeps all parts and routers.
  private func deliver(
    _ step: UnsafePointer<AnyAddress.Step>, _ count: Int, _ scoped: UnsafePointer<ScopedMessage>,
    _ model: UnsafeMutableRawPointer, _ delivery: inout Delivery
  ) -> [any Command]? {
    if count == 0 { return update(model, scoped.pointee.message, &delivery) }
    guard !hasListeners, let single = single(of: step),
      !single.isCollection || step.pointee.id != nil
    else { return nil }
    if let direct = single.direct {
      let child = single.placed._withUnsafeGuaranteedRef { placed in
        direct._withUnsafeGuaranteedRef {
          placed.open(model, step.pointee.id, $0, delivery.lastIndices)
        }
      }
      guard let child else { return nil }
      let commands = single.router._withUnsafeGuaranteedRef {
        $0.deliver(step + 1, count - 1, scoped, child.address, &delivery)
      }
      child.close?()
      guard let commands, !commands.isEmpty else { return commands }
      return single.addressed(commands, step, child.id)
    }
    var result: [any Command]?
    let address = model + single.placed._withUnsafeGuaranteedRef(\.place.offset)
    single.part._withUnsafeGuaranteedRef { part in
      part.change(address, step.pointee.id) { address, id in
        let commands = single.router._withUnsafeGuaranteedRef {
          $0.deliver(step + 1, count - 1, scoped, address, &delivery)
        }
        guard let commands, !commands.isEmpty else { return result = commands }
        result = single.addressed(commands, step, id)
      }
    }
    return result
  }

  /// Returns the part of a step, if it is the only one of its name.
  @inline(__always)
  private func single(of step: UnsafePointer<AnyAddress.Step>) -> PartTable.SinglePart? {
    Unmanaged.passUnretained(step.pointee.part)._withUnsafeGuaranteedRef { parts.single($0) }
  }

  /// Updates the child with the message.
  @inline(__always)
  private func update(
    _ model: UnsafeMutableRawPointer, _ message: any Message, _ delivery: inout Delivery
  ) -> [any Command] {
    guard let route = routes.byType.route(of: typeID(of: message)) else {
      return handle(model, message, &delivery)
    }
    delivery.isTaken = true
    return route._withUnsafeGuaranteedRef { $0.update(model, message) }
  }
}

extension PartTable.SinglePart {
  /// Returns the commands of a child of the part with its address.
  fileprivate func addressed(
    _ commands: [any Command], _ step: UnsafePointer<AnyAddress.Step>, _ id: ScopeID?
  ) -> [any Command] {
    part._withUnsafeGuaranteedRef { $0.addressed(commands, step.pointee.part, id) }
  }
}
