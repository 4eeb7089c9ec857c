import SwiftSyntax

extension PlaceFinder {
  /// A condition becomes its opposite, unless another operator makes the same mutant.
  func addCondition(_ condition: ExprSyntax) {
    if condition.is(BooleanLiteralExprSyntax.self) || condition.isEquality { return }
    // Such as `#available`.
    if condition.is(MacroExpansionExprSyntax.self) { return }
    add(.negate, condition, .flipped)
  }

  /// What a function of type `Bool` returns becomes its opposite, unless another operator makes the
  /// same mutant.
  func addResult(_ value: ExprSyntax) {
    if value.is(BooleanLiteralExprSyntax.self) || value.isEquality { return }
    if value.as(PrefixOperatorExprSyntax.self)?.operator.text == "!" { return }
    if value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) { return }
    add(.result, value, .flipped)
  }

  func addImplicitResult(_ value: ExprSyntax) {
    if value.isInBoolFunction { addResult(value) }
  }

  func addInfix(_ node: InfixOperatorExprSyntax) {
    guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return }
    switch name {
    case "==", "!=", "===", "!==": add(.equality, node, .flipped)
    case "<", ">", "<=", ">=":
      let other = name.hasSuffix("=") ? String(name.dropLast()) : name + "="
      add(.boundary, node, .expression(node.text(operator: other)))
    case "&&", "||":
      add(.andOr, node, .expression(node.text(operator: name == "&&" ? "||" : "&&")))
    case "+", "-", "&+", "&-":
      guard node.hasIntegerOperand else { return }
      let other = name.hasSuffix("+") ? name.dropLast() + "-" : name.dropLast() + "+"
      add(.plusMinus, node, .expression(node.text(operator: String(other))))
    case "??": add(.onlyDefault, node, .expression(node.rightOperand.trimmedDescription))
    default: break
    }
  }

  /// A member from the other end, without arguments or with them.
  func addOtherEnd(_ call: FunctionCallExprSyntax) {
    if call.isInsideOptionalChain { return }
    let name: TokenSyntax
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.base != nil {
      name = member.declName.baseName
    } else if let function = call.calledExpression.as(DeclReferenceExprSyntax.self) {
      name = function.baseName
    } else {
      return
    }
    guard let other = Self.otherEndOfCall[name.text] else { return }
    add(.otherEnd, call, .expression(call.text(replacing: name, by: other)))
  }

  func addOtherEnd(_ member: MemberAccessExprSyntax) {
    if member.base == nil || member.isInsideOptionalChain || member.isCalled { return }
    let name = member.declName.baseName
    guard let other = Self.otherEndOfProperty[name.text] else { return }
    add(.otherEnd, member, .expression(member.text(replacing: name, by: other)))
  }

  private static let otherEndOfProperty = both([
    "first": "last", "startIndex": "endIndex", "lowerBound": "upperBound",
  ])

  private static let otherEndOfCall = both([
    "first": "last", "firstIndex": "lastIndex", "removeFirst": "removeLast",
    "popFirst": "popLast", "dropFirst": "dropLast", "prefix": "suffix", "min": "max",
    "hasPrefix": "hasSuffix",
  ])

  private static func both(_ pairs: [String: String]) -> [String: String] {
    pairs.merging(pairs.map { ($0.value, $0.key) }) { first, _ in first }
  }
}

extension ExprSyntax {
  fileprivate var isEquality: Bool {
    let name = self.as(InfixOperatorExprSyntax.self)?.operator
      .as(BinaryOperatorExprSyntax.self)?.operator.text
    return ["==", "!=", "===", "!=="].contains(name)
  }
}

extension InfixOperatorExprSyntax {
  fileprivate var hasIntegerOperand: Bool {
    leftOperand.is(IntegerLiteralExprSyntax.self) || rightOperand.is(IntegerLiteralExprSyntax.self)
  }

  /// The expression with another operator.
  func text(operator name: String) -> String {
    guard let token = self.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return trimmedDescription
    }
    return text(replacing: token, by: name)
  }
}

extension SyntaxProtocol {
  /// The code of the node with another token in place of one.
  func text(replacing token: TokenSyntax, by other: String) -> String {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    let from = token.positionAfterSkippingLeadingTrivia.utf8Offset - start
    let to = token.endPositionBeforeTrailingTrivia.utf8Offset - start
    let bytes = Array(trimmedDescription.utf8)
    return String(decoding: bytes[..<from] + other.utf8 + bytes[to...], as: UTF8.self)
  }
}
