/** A pattern for text in characters that every network accepts: those of SWIFT's set X (FIN, "Character sets"), and &. */
export const BANK_TEXT = "^[A-Za-z0-9 .,/()&'+:?-]+$";
