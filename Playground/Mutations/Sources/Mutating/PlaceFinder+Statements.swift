import SwiftSyntax

extension PlaceFinder {
  /// A call or an assignment that stands for itself does not happen, or changes the other way.
  func addStatement(_ expression: ExprSyntax, in list: CodeBlockItemListSyntax) {
    let inner = expression.withoutEffects
    if let call = inner.as(FunctionCallExprSyntax.self) {
      // In a closure of one line, the call may be its value.
      if list.count == 1 && (list.isValue || list.isInShortClosure) { return }
      if Self.endsProgram(call) || call.isInitializer || call.isPrecondition { return }
      if call.isHashing { return }
      add(.drop, expression, .dropped)
    } else if let infix = inner.as(InfixOperatorExprSyntax.self) {
      addAssignment(infix)
    }
  }

  private func addAssignment(_ infix: InfixOperatorExprSyntax) {
    if infix.operator.is(AssignmentExprSyntax.self) {
      if infix.leftOperand.mayBeginToExist { return }
      add(.drop, infix, .dropped)
      return
    }
    guard let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return }
    let assigning = ["+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=", "&+=", "&-=", "<<=", ">>="]
    guard assigning.contains(name) else { return }
    add(.drop, infix, .dropped)
    guard infix.rightOperand.is(IntegerLiteralExprSyntax.self),
      let other = ["+=": "-=", "-=": "+="][name]
    else { return }
    add(.plusMinus, infix, .statement(infix.text(operator: other)))
  }
}

extension ExprSyntax {
  /// The expression without `try` and `await`.
  fileprivate var withoutEffects: ExprSyntax {
    if let tried = self.as(TryExprSyntax.self) { return tried.expression.withoutEffects }
    if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.withoutEffects }
    return self
  }

  /// Whether an assignment to it may be the one that gives it its first value.
  fileprivate var mayBeginToExist: Bool {
    if self.is(TupleExprSyntax.self) || isInInitializer { return true }
    guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return declaresWithoutValue(name)
  }

  /// Whether the function around declares a variable and gives it its value later.
  private func declaresWithoutValue(_ name: String) -> Bool {
    var next = parent
    while let node = next {
      if let list = node.as(CodeBlockItemListSyntax.self) {
        for item in list {
          guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
          for binding in variable.bindings where binding.initializer == nil {
            if binding.pattern.trimmedDescription == name { return true }
          }
        }
      }
      next = node.parent
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  fileprivate var isInitializer: Bool {
    ["super.init", "self.init"].contains(calledExpression.trimmedDescription)
  }

  /// Whether it hashes: with less in a hash, equal values still have equal hashes.
  fileprivate var isHashing: Bool {
    calledExpression.trimmedDescription == "hasher.combine"
  }

  fileprivate var isPrecondition: Bool {
    ["precondition", "assert"].contains(calledExpression.trimmedDescription)
  }
}
