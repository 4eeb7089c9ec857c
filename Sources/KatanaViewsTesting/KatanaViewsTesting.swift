// A test target imports one module: an app that is used through its view is an `AppTest`, too.
@_exported public import KatanaTesting
@_exported public import KatanaViews
