/**
 * How many letters differ: added, missing, changed, or two exchanged (optimal string alignment). Undefined when more
 * than `most`; only that many diagonals are computed, so long texts take no longer than their length.
 */
export function editDistance(text: string, other: string, most: number): number | undefined {
  if (Math.abs(text.length - other.length) > most) return undefined;
  const beyond = most + 1;
  let previous: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= text.length; row += 1) {
    const current = new Array<number>(other.length + 1).fill(beyond);
    if (row <= most) current[0] = row;
    let least = current[0] ?? beyond;
    for (let column = Math.max(1, row - most); column <= Math.min(other.length, row + most); column += 1) {
      const change = text[row - 1] === other[column - 1] ? 0 : 1;
      const isExchanged =
        row > 1 && column > 1 && text[row - 1] === other[column - 2] && text[row - 2] === other[column - 1];
      const distance = Math.min(
        (last[column] ?? beyond) + 1,
        (current[column - 1] ?? beyond) + 1,
        (last[column - 1] ?? beyond) + change,
        isExchanged ? (previous[column - 2] ?? beyond) + 1 : beyond,
        beyond,
      );
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (least > most) return undefined;
    previous = last;
    last = current;
  }
  const distance = last[other.length] ?? beyond;
  return distance > most ? undefined : distance;
}
