/** No bank's record comes close to this length; a longer line is not collected. */
export const CHECK_LINE_LENGTH_MAX = 4_000;

export class CheckLineTooLong extends Error {}

export interface CheckLineSplitter {
  /** The lines that the piece completes, without their line breaks. */
  readonly push: (piece: string) => Iterable<string>;
  /** The last line, if it has no line break. */
  readonly end: () => Iterable<string>;
}

/** Cuts a file that arrives in pieces into lines that end with LF or CR LF. */
export function splitCheckLines(): CheckLineSplitter {
  let held: string[] = [];
  let heldLength = 0;
  const hold = (text: string): void => {
    held.push(text);
    heldLength += text.length;
    if (heldLength > CHECK_LINE_LENGTH_MAX) throw new CheckLineTooLong();
  };
  const take = (): string => {
    const text = held.join("");
    [held, heldLength] = [[], 0];
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  };
  function* push(piece: string): Generator<string> {
    let from = 0;
    for (let at = piece.indexOf("\n"); at !== -1; at = piece.indexOf("\n", from)) {
      hold(piece.slice(from, at));
      yield take();
      from = at + 1;
    }
    if (from < piece.length) hold(piece.slice(from));
  }
  const end = (): Iterable<string> => (heldLength === 0 ? [] : [take()]);
  return { push, end };
}
