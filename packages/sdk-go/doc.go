// Package bursar is a client of Bursar, a self-hosted payments service.
//
// The methods of [Client] are the operations of the API, named as in its reference. Requests are repeated if that is safe,
// and those that create something or move money have an idempotency key in every attempt.
package bursar

// Version of this module. All SDKs have the version of the repository.
const Version = "0.1.0"
