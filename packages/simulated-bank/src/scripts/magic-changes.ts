/**
 * Account numbers that the simulated bank pays by ACH and then corrects: it sends a notification of change. They have the
 * form of magic-numbers.ts with the outcome 08, and the digits of the change code. A payment to them succeeds.
 */
interface MagicChange {
  readonly accountNumber: string;
  /** C01 to C07. */
  readonly changeCode: string;
}

export const magicChanges: readonly MagicChange[] = ["01", "02", "03", "05", "06"].map((digits) => ({
  accountNumber: `99080000${digits}`,
  changeCode: `C${digits}`,
}));
