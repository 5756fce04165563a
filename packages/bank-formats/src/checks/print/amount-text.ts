const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES = ["", " thousand", " million", " billion"];

/** The largest amount that is written in words: one cent less than a trillion dollars. */
export const CHECK_AMOUNT_MAX_MINOR = 99_999_999_999_999n;

const belowHundred = (number: number): string => {
  if (number < 20) return ONES[number] ?? "";
  const ones = number % 10;
  return `${TENS[Math.floor(number / 10)]}${ones === 0 ? "" : `-${ONES[ones]}`}`;
};

const belowThousand = (number: number): string => {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  if (hundreds === 0) return belowHundred(rest);
  return `${ONES[hundreds]} hundred${rest === 0 ? "" : ` ${belowHundred(rest)}`}`;
};

/**
 * Dollars in words and cents as a fraction, the legal amount of a check (UCC § 3-114: words prevail over figures):
 * "One thousand two hundred thirty-four and 56/100". From one cent to `CHECK_AMOUNT_MAX_MINOR`.
 */
export function amountInWords(amountMinor: bigint): string {
  if (amountMinor < 1n || amountMinor > CHECK_AMOUNT_MAX_MINOR)
    throw new RangeError("the amount must be from $0.01 to $999,999,999,999.99");
  const digits = (amountMinor / 100n).toString();
  const parts: string[] = [];
  for (let scale = SCALES.length - 1; scale >= 0; scale -= 1) {
    const group = Number(digits.slice(0, digits.length - 3 * scale).slice(-3));
    if (digits.length > 3 * scale && group > 0) parts.push(`${belowThousand(group)}${SCALES[scale]}`);
  }
  const words = parts.length === 0 ? "zero" : parts.join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} and ${(amountMinor % 100n).toString().padStart(2, "0")}/100`;
}

/** Figures with separators: 1,234.56. */
export function amountInFigures(amountMinor: bigint): string {
  const digits = (amountMinor / 100n).toString();
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return `${groups.join(",")}.${(amountMinor % 100n).toString().padStart(2, "0")}`;
}

/** Figures with asterisks in front, so that no digit can be added: **1,234.56. */
export const protectedAmount = (amountMinor: bigint): string => `**${amountInFigures(amountMinor)}`;
