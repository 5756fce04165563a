/** A part of a text: the same in the other text, or not. */
export interface TextPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/**
 * What to mark in a text that replaced another, or was replaced by it. Numbers of the same length are compared digit by
 * digit, because a single digit matters; other texts differ between their common beginning and their common end.
 */
export function markedParts(text: string, other: string): readonly TextPart[] {
  const marks =
    text.length === other.length
      ? [...text].map((letter, index) => letter !== other[index])
      : marksBetween(text, other);
  const parts: { text: string; isChanged: boolean }[] = [];
  [...text].forEach((letter, index) => {
    const isChanged = marks[index] === true;
    const last = parts.at(-1);
    if (last?.isChanged === isChanged) last.text += letter;
    else parts.push({ text: letter, isChanged });
  });
  return parts;
}

function marksBetween(text: string, other: string): readonly boolean[] {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [...text].map((_, index) => index >= start && index < text.length - end);
}
