// A test target imports one module. What it tests with is of no use without a runtime, whose types stand in
// its calls.
@_exported public import KatanaRuntime
