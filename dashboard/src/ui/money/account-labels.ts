export const accountKindNames: Readonly<Record<string, string>> = {
  checking: "Checking",
  savings: "Savings",
  treasury: "Treasury",
};

/** A kind of account at the end of a name. */
const KIND = /^(.*\S) (checking|savings)$/i;

/** The name without the kind of account at its end, and the kind. */
export function nameAndKind(name: string): readonly [name: string, kind: string | undefined] {
  const [, first = name, kind] = KIND.exec(name) ?? [];
  return [first, kind];
}

/** Four digits are enough to tell accounts apart. */
export const maskedNumber = (accountNumber: string): string => `••••${accountNumber.slice(-4)}`;
