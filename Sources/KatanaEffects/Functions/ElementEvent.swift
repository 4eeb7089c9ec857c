/// What an async sequence produces while a subscription iterates it.
public enum ElementEvent<Element> {
  /// The sequence produced an element.
  case element(Element)
  /// The sequence ended. No event follows.
  case ended
  /// The sequence threw an error; the text describes it. No event follows.
  case failed(String)

  /// Returns this event with its element converted. The other events stay as they are.
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
