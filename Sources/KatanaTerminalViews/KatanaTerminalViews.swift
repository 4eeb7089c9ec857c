// A program with a screen imports one module. Without a runtime and without views this one is of no
// use. The target of the views imports `KatanaViews` and sees no terminal.
@_exported public import KatanaRuntime
@_exported public import KatanaViews
