import SwiftSyntax

// What stands around a node.

extension SyntaxProtocol {
  /// Whether the node is a whole condition.
  var isCondition: Bool {
    guard let parent else { return false }
    if parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self) { return true }
    if let ternary = parent.as(TernaryExprSyntax.self) { return ternary.condition.id == id }
    if let loop = parent.as(RepeatStmtSyntax.self) { return loop.condition.id == id }
    return false
  }

  /// Whether the innermost function, accessor or variable around returns `Bool`.
  var isInBoolFunction: Bool {
    var next = parent
    while let node = next {
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.trimmedDescription == "Bool"
      }
      if let function = node.as(SubscriptDeclSyntax.self) {
        return function.returnClause.type.trimmedDescription == "Bool"
      }
      if let accessor = node.as(AccessorDeclSyntax.self), accessor.accessorSpecifier.text != "get" {
        return false
      }
      if let binding = node.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.trimmedDescription == "Bool"
          && binding.accessorBlock != nil
      }
      if node.is(ClosureExprSyntax.self) || node.is(InitializerDeclSyntax.self) { return false }
      next = node.parent
    }
    return false
  }

  /// Whether the innermost function around is an initialiser.
  var isInInitializer: Bool {
    var next = parent
    while let node = next {
      if node.is(InitializerDeclSyntax.self) { return true }
      if node.is(FunctionDeclSyntax.self) || node.is(AccessorDeclSyntax.self)
        || node.is(ClosureExprSyntax.self)
      {
        return false
      }
      next = node.parent
    }
    return false
  }
}

extension ExprSyntaxProtocol {
  /// Whether the node is part of a chain with `?` that begins inside of it and ends around it.
  var isInsideOptionalChain: Bool {
    guard let parent, description.contains("?") else { return false }
    return parent.is(MemberAccessExprSyntax.self) || parent.is(OptionalChainingExprSyntax.self)
      || parent.is(SubscriptCallExprSyntax.self) || isCalled
  }

  /// Whether the node is what a call calls.
  var isCalled: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the only expression of the list may be the value of what is around.
  var isValue: Bool {
    guard let around = parent else { return false }
    if around.is(AccessorBlockSyntax.self) { return true }
    if around.is(SwitchCaseSyntax.self) {
      return around.parent?.parent?.as(SwitchExprSyntax.self).map(isValue(of:)) ?? true
    }
    guard around.is(CodeBlockSyntax.self), let owner = around.parent else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) {
      let type = function.signature.returnClause?.type.trimmedDescription
      return type != nil && type != "Void" && type != "()"
    }
    if let accessor = owner.as(AccessorDeclSyntax.self) {
      return accessor.accessorSpecifier.text == "get"
    }
    if let condition = owner.as(IfExprSyntax.self) { return isValue(of: condition) }
    return false
  }

  /// Whether the list is all of a closure, by way of conditions around it.
  var isInShortClosure: Bool {
    var next = parent
    while let node = next {
      if node.is(ClosureExprSyntax.self) { return true }
      if let list = node.as(CodeBlockItemListSyntax.self), list.count > 1 { return false }
      if node.is(FunctionDeclSyntax.self) || node.is(StmtSyntax.self) && !node.isExpression {
        return false
      }
      next = node.parent
    }
    return false
  }

  private func isValue(of branching: some ExprSyntaxProtocol) -> Bool {
    guard let parent = branching.parent else { return false }
    if let outer = parent.as(IfExprSyntax.self) { return isValue(of: outer) }
    guard parent.is(ExpressionStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self) else {
      return true
    }
    var next = Syntax(parent).parent
    while let node = next {
      if let list = node.as(CodeBlockItemListSyntax.self) { return list.count == 1 && list.isValue }
      next = node.parent
    }
    return false
  }
}

extension Syntax {
  fileprivate var isExpression: Bool { self.is(ExpressionStmtSyntax.self) }
}
