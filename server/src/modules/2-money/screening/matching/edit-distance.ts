/** Changed letters that a word may have: none in a short one, because many short words differ by one letter. */
export const editsAllowed = (length: number): number => (length < 5 ? 0 : length < 10 ? 1 : 2);

/**
 * How many letters must be inserted, removed, replaced, or exchanged with their neighbor (optimal string alignment);
 * undefined if more than `most`.
 */
export function lettersChanged(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  if (a === b) return 0;
  if (most === 0) return undefined;
  // Only what is near the diagonal: everything else differs by more.
  const far = most + 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, far));
  for (let row = 1; row <= a.length; row += 1) {
    const line: number[] = [];
    const at = (cells: readonly number[], column: number) => cells[column] ?? far;
    line[0] = Math.min(row, far);
    let least = row <= most ? row : far;
    for (let column = Math.max(1, row - most); column <= Math.min(b.length, row + most); column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(at(last, column) + 1, at(line, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      line[column] = Math.min(cost, far);
      least = Math.min(least, cost);
    }
    if (least > most) return undefined;
    beforeLast = last;
    last = line;
  }
  const distance = last[b.length] ?? far;
  return distance <= most ? distance : undefined;
}

/** 1 for equal words, less for similar ones, 0 for others. */
export function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  const distance = lettersChanged(a, b, Math.min(editsAllowed(a.length), editsAllowed(b.length)));
  return distance === undefined || longer === 0 ? 0 : 1 - distance / longer;
}

/** One bit for each letter and digit: words that share few letters are not similar, which this finds without comparing them. */
export function letterBits(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) bits |= 1 << (text.charCodeAt(index) % 31);
  return bits;
}

export function bitsIn(value: number): number {
  let rest = value;
  let count = 0;
  // Ends after at most 32 rounds: each clears the lowest bit.
  for (; rest !== 0; count += 1) rest &= rest - 1;
  return count;
}
