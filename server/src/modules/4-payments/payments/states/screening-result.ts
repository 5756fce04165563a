/**
 * What screening said about a payment. It waits while its recipient is `unchecked`, while the screener is `unavailable`, and
 * while a case is `open` that two people have to decide.
 */
export type ScreeningResult = "passed" | "unchecked" | "unavailable" | "open" | "match";
