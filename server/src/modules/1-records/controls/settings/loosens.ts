import type { OrganizationSettings } from "#records/identity";

type Loosens = {
  readonly [Name in keyof OrganizationSettings]: (
    before: OrganizationSettings[Name],
    after: OrganizationSettings[Name],
  ) => boolean;
};

const never = () => false;
/** For an amount from which a check is required; null: never. */
const higher = (before: bigint | null, after: bigint | null): boolean =>
  before !== null && (after === null || after > before);

/** For every setting, whether a change weakens a control. The type forces a line for a new setting. */
export const loosens: Loosens = {
  duplicateGuardHours: (before, after) => after < before,
  approvalStepUpFromMinor: higher,
  confirmBankDetailChanges: (before, after) => before && !after,
  bankDetailsCoolingOffHours: (before, after) => after < before,
  selfApproval: (before, after) => !before && after,
  // Fees go to the organization's own bank and protect nothing.
  wireFeeOursMinor: never,
  wireFeeSharedMinor: never,
  secondFactorRequiredFor: (before, after) => before.some((role) => !after.includes(role)),
  secondFactorGraceDays: (before, after) => after > before,
  // An email about a payment that was made; it contains no bank details.
  remittanceAdvice: never,
  requireAccountValidation: (before, after) => before && !after,
};

const loosensOne = <Name extends keyof OrganizationSettings>(
  name: Name,
  before: OrganizationSettings,
  after: OrganizationSettings,
): boolean => loosens[name](before[name], after[name]);

/** The settings in which the change weakens a control. */
export const loosened = (
  before: OrganizationSettings,
  after: OrganizationSettings,
): readonly (keyof OrganizationSettings)[] =>
  // Object.keys returns string[]; the table has exactly these keys.
  (Object.keys(loosens) as (keyof OrganizationSettings)[]).filter((name) => loosensOne(name, before, after));
