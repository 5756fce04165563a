/**
 * Characters that change what users see without being visible: controls, format characters that change the reading
 * direction (U+202E) or have no width (U+200B), and blank letters (U+3164). A name with one of them can look like
 * another name.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;

export const holdsHidden = (text: string): boolean => HIDDEN.test(text);

/** The same, as the pattern of a schema. */
export const NO_HIDDEN_CHARACTERS = "^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u3164\\uffa0]*$";
