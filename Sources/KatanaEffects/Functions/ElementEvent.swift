/// What happens in an async sequence that a subscription iterates.
public enum ElementEvent<Element> {
  /// The next element.
  case element(Element)
  /// The sequence has ended. Nothing follows.
  case ended
  /// The sequence has thrown an error, whose description this is. Nothing follows.
  case failed(String)

  /// Returns the event with its element converted.
  public func map<Other>(_ convert: (Element) -> Other) -> ElementEvent<Other> {
    switch self {
    case .element(let element): .element(convert(element))
    case .ended: .ended
    case .failed(let text): .failed(text)
    }
  }
}

extension ElementEvent: Sendable where Element: Sendable {}
extension ElementEvent: Equatable where Element: Equatable {}
extension ElementEvent: Hashable where Element: Hashable {}
