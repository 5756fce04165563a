module example.com/suppliers

go 1.25.0

require github.com/bursar/bursar/packages/sdk-go v0.1.0
