/**
 * Characters that change what people see without being seen: controls, format characters, which turn the reading direction
 * (U+202E) or have no width (U+200B), and blank letters (U+3164). A name with one looks like another name.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;

export const holdsHidden = (text: string): boolean => HIDDEN.test(text);

/** The same as a schema's pattern. */
export const NOTHING_HIDDEN = "^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u3164\\uffa0]*$";
