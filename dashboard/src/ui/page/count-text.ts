const grouped = new Intl.NumberFormat("en-US");

/** "1 payment", "1,204 payments". @param plural - the noun with an s, unless it is given */
export const countText = (count: number, noun: string, plural = `${noun}s`): string =>
  `${grouped.format(count)} ${count === 1 ? noun : plural}`;
