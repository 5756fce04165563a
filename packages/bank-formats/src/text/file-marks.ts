/** At the start of a file: U+FEFF, also if its three bytes of UTF-8 were decoded as Latin-1. */
export const BYTE_ORDER_MARK = /^(?:\u{feff}|\u{ef}\u{bb}\u{bf})/u;

/** DOS ends a file with 1A, and mainframes fill it up with nulls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
export const END_MARKS = /[\x00\x1a]+$/;
