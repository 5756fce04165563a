/** Where a line ends, in any of the three ways of text files. */
export interface LineEnd {
  readonly at: number;
  /** Where the next line begins. */
  readonly next: number;
  readonly ending: "crlf" | "lf" | "cr";
}

/** Finds line ends from left to right, looking at each character twice at most. */
export function lineEnds(data: string, isEnd: boolean) {
  let carriageReturn = data.indexOf("\r");
  let lineFeed = data.indexOf("\n");
  /** The first line end from there on; undefined if there is none, or if only the next piece tells what it is. */
  return (from: number): LineEnd | undefined => {
    if (lineFeed >= 0 && lineFeed < from) lineFeed = data.indexOf("\n", from);
    if (carriageReturn >= 0 && carriageReturn < from) carriageReturn = data.indexOf("\r", from);
    if (carriageReturn < 0 || (lineFeed >= 0 && lineFeed < carriageReturn))
      return lineFeed < 0 ? undefined : { at: lineFeed, next: lineFeed + 1, ending: "lf" };
    const at = carriageReturn;
    if (at === data.length - 1 && !isEnd) return undefined;
    return lineFeed === at + 1 ? { at, next: at + 2, ending: "crlf" } : { at, next: at + 1, ending: "cr" };
  };
}
