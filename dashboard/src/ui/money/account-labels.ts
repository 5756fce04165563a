export const accountKindNames: Readonly<Record<string, string>> = {
  checking: "Checking",
  savings: "Savings",
  treasury: "Treasury",
};

/** Four digits are enough to tell accounts apart. */
export const maskedNumber = (accountNumber: string): string => `••••${accountNumber.slice(-4)}`;
