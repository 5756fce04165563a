/** How texts are written in banks' files. It imports nothing. */
export { lostCharacters, plainCharacter, plainName, toPlainText } from "./plain-text.ts";
