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
  // Only cells near the diagonal, because all others differ by more: cell `at` of a row is column `row - most + at`.
  const far = most + 1;
  const width = 2 * most + 1;
  const cell = (cells: readonly number[], at: number) => cells[at] ?? far;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: width }, (_, at) => (at < most ? far : at - most));
  for (let row = 1; row <= a.length; row += 1) {
    const line: number[] = [];
    for (let at = 0; at < width; at += 1) {
      const column = row - most + at;
      let cost = column === 0 ? row : far;
      if (column > 0 && column <= b.length) {
        const isSame = a[row - 1] === b[column - 1];
        cost = Math.min(cell(last, at + 1) + 1, cell(line, at - 1) + 1, cell(last, at) + (isSame ? 0 : 1));
        if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
          cost = Math.min(cost, cell(beforeLast, at) + 1);
      }
      line.push(Math.min(cost, far));
    }
    if (Math.min(...line) > most) return undefined;
    beforeLast = last;
    last = line;
  }
  const distance = cell(last, b.length - a.length + most);
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
