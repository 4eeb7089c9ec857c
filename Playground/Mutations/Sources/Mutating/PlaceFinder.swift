import SwiftOperators
import SwiftParser
import SwiftSyntax

extension Place {
  /// All places of a source file that can be made wrong, in the order of the file.
  public static func all(in source: String) -> [Place] {
    let parsed = Parser.parse(source: source)
    let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    guard let file = folded.as(SourceFileSyntax.self) else { return [] }
    let finder = PlaceFinder(file)
    finder.walk(file)
    return finder.places.sorted { $0.precedes($1) }
  }
}

/// Finds the places, and leaves out code that could not stand behind the switch: what clients
/// inline, default arguments, patterns, attributes, and what other systems compile.
final class PlaceFinder: SyntaxVisitor {
  private(set) var places: [Place] = []
  private let source: [UInt8]
  private let converter: SourceLocationConverter

  init(_ file: SourceFileSyntax) {
    source = Array(file.description.utf8)
    converter = SourceLocationConverter(fileName: "", tree: file)
    super.init(viewMode: .sourceAccurate)
  }

  /// Notes that a node can be made wrong.
  func add(_ mutation: MutationOperator, _ node: some SyntaxProtocol, _ form: Place.Form) {
    let start = node.positionAfterSkippingLeadingTrivia
    let range = start.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    let location = converter.location(for: start)
    places.append(
      Place(
        mutation: mutation, form: form, range: range, line: location.line,
        column: location.column, original: String(decoding: source[range], as: UTF8.self)))
  }

  // MARK: What is left out

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    guard let condition = node.condition?.trimmedDescription else { return .visitChildren }
    return condition == "canImport(Glibc)" ? .visitChildren : .skipChildren
  }

  // MARK: Code that clients inline is left out

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    entry(node.attributes)
  }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    entry(node.attributes)
  }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    entry(node.attributes)
  }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    entry(node.attributes)
  }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    entry(node.attributes)
  }

  private func entry(_ attributes: AttributeListSyntax) -> SyntaxVisitorContinueKind {
    let inlined = ["@inlinable", "@_alwaysEmitIntoClient", "@_transparent", "@backDeployed"]
    let isInlined = attributes.contains { attribute in
      inlined.contains { attribute.trimmedDescription.hasPrefix($0) }
    }
    return isInlined ? .skipChildren : .visitChildren
  }

  // MARK: Places

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { addCondition(condition) }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    addCondition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    addCondition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    addCondition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.conditions.count == 1,
      case .expression(let condition)? = node.conditions.first?.condition
    {
      add(.noGuard, condition, .always)
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!", !node.isCondition { add(.negate, node, .flipped) }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isCondition { add(.boolean, node, .flipped) }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let number = Int(node.literal.text.filter { $0 != "_" }) {
      add(.integer, node, .expression("\(number + 1)"))
    }
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression, node.isInBoolFunction { addResult(value) }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    for item in node {
      guard case .expr(let expression) = item.item else { continue }
      if node.count == 1, node.isValue { addImplicitResult(expression) }
      addStatement(expression, in: node)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.endsProgram(node) { return .skipChildren }
    addOtherEnd(node)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    addOtherEnd(node)
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    addInfix(node)
    return .visitChildren
  }

  /// Whether a call ends the program: what it says is no behaviour.
  static func endsProgram(_ call: FunctionCallExprSyntax) -> Bool {
    ["fatalError", "preconditionFailure", "assertionFailure"]
      .contains(call.calledExpression.trimmedDescription)
  }
}
