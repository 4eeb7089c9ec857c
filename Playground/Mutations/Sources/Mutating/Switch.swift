/// The switch behind which all mutants of one build stand.
public enum Switch {
  /// The variable of the environment that holds the number of the mutant that is on.
  public static let variable = "KATANA_MUTANT"
  static let name = "__mutant"

  /// The source file that each module needs.
  public static let source = """
    #if canImport(Darwin)
      import Darwin
    #elseif canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #endif

    /// The mutant that is switched on.
    private let chosenMutant = getenv("\(variable)").flatMap { Int(String(cString: $0)) }

    @inline(never)
    func \(name)(_ id: Int) -> Bool { chosenMutant == id }

    """
}
