/** What people call the kinds of accounts. */
export const accountKindNames: Readonly<Record<string, string>> = {
  checking: "Checking",
  savings: "Savings",
  treasury: "Treasury",
};

/** The last digits are enough to tell accounts apart. */
export const maskedNumber = (accountNumber: string): string => `••••${accountNumber.slice(-4)}`;
