/// A part of a model that an address can name, or a modifier around such a part.
enum PartRoute: Sendable {
  case part(PlacedPart)
  case modified(PlacedModifier)
}

/// All parts with one name. This is an object, so that passing it on needs only one retain.
final class PartRoutes: Sendable {
  let all: [PartRoute]
  /// The parts themselves, for everything but updates: also those inside of modifiers.
  let parts: [PlacedPart]
  /// The part, if it is the only one and is not inside of a modifier. Most parts are like that.
  let single: PlacedPart?
  /// The bytes of the model that a message to a child may write. A modifier may write all of its
  /// model.
  let extents: [ByteRange]

  init(_ all: [PartRoute]) {
    self.all = all
    extents = all.map { route in
      switch route {
      case .part(let placed): placed.extent
      case .modified(let placed): placed.place.extent
      }
    }
    parts = all.flatMap { route -> [PlacedPart] in
      switch route {
      case .part(let placed): [placed]
      case .modified(let placed):
        (placed.router.parts[placed.inner]?.parts ?? []).map { $0.lifted(into: placed.place) }
      }
    }
    if all.count == 1, case .part(let placed) = all[0] { single = placed } else { single = nil }
  }
}

/// A part at its place in the model around it. This is an object, so that passing it on needs only
/// one retain.
package final class PlacedPart: Sendable {
  let place: ModelPlace
  package let part: ModelPart
  package let child: FeatureNode
  /// The name of the part in the model around it.
  package let name: PartName
  /// The place of its child's model there, for a slice and for a child that is always there.
  let inside: ModelPlace
  /// The bytes of that model that hold the children.
  let extent: ByteRange

  init(place: ModelPlace, part: ModelPart, child: FeatureNode) {
    self.place = place
    self.part = part
    self.child = child
    name = place.name(of: part.name)
    extent = part.extent.map { $0.moved(by: place.offset) } ?? place.extent
    inside = place.inside(part, child.model, extent)
  }

  /// Returns the part as one of a model around the model at its place.
  func lifted(into outer: ModelPlace) -> PlacedPart {
    PlacedPart(place: place.lifted(into: outer), part: part, child: child)
  }
}

/// A modifier at its place in the model around it, and the name of a part in the modified feature.
struct PlacedModifier: Sendable {
  let place: ModelPlace
  let modifier: Modifier
  let router: Router
  let inner: PartName
}

extension PlacedPart {
  /// The step of an address to a child of the part.
  package func step(_ id: ScopeID?) -> AnyAddress.Step { AnyAddress.Step(part: name, id: id) }

  /// The address at which the finder of the part begins, in the model around it.
  package func base(_ model: ReadPlace) -> ReadPlace { model + place.offset }

  /// Returns all children in the model around the part, for reading.
  package func lookAtAll(_ model: ReadPlace) -> [ReadChild] {
    part.lookAtAll(model + place.offset)
  }

  /// Finds the child with an `id` in the model around the part, for reading.
  package func look(
    _ model: ReadPlace, _ id: ScopeID?, _ lastIndices: LastIndices?
  ) -> ReadChild? {
    if part.searches, let lastIndices {
      return part.look(model + place.offset, id, &lastIndices.index(of: self).pointee)
    }
    var last = 0
    return part.look(model + place.offset, id, &last)
  }

  /// Opens the child with an `id` in the model around the part, by a function of the part.
  @inline(__always)
  func open(
    _ model: OpenPlace, _ id: ScopeID?, _ open: ModelPart.Open,
    _ lastIndices: LastIndices?
  ) -> OpenChild? {
    if part.searches, let lastIndices {
      return open(model + place.offset, id, &lastIndices.index(of: self).pointee)
    }
    var last = 0
    return open(model + place.offset, id, &last)
  }
}
