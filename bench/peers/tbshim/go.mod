module peers/tbshim

go 1.26

replace github.com/tigerbeetle/tigerbeetle-go => ../../../.tmp/peers/src/tigerbeetle/src/clients/go

require github.com/tigerbeetle/tigerbeetle-go v0.17.8
