// Defined in a package, because packages assert, too, and all failures are of one class.
export { AssertionFailure, assert, present } from "bursar-banking/assert";
