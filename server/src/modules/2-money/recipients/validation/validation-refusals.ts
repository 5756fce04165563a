import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const validationRefusals = {
  verificationUnusable: {
    status: 404,
    title: "The link for entering the amounts of two deposits is unknown, used, or expired",
    message:
      "This link cannot be used: the amounts were already entered, too many of them were wrong, or it has expired. Ask the sender for new deposits.",
  },
  amountsWrong: {
    status: 400,
    title: "These are not the amounts of the two deposits",
    message: "These are not the amounts of the two deposits. Attempts left: {attemptsLeft}.",
  },
  microDepositsNotOffered: {
    status: 400,
    title: "The account's ACH connection does not offer micro-deposits",
    message:
      "No ACH connection of this account offers micro-deposits. Choose another account, or have an administrator switch them on with bursar bank settings.",
  },
  accountValidationOpen: {
    status: 409,
    title: "The bank details are being validated, or are validated already",
    message: "These bank details are {state} already. Reload the page.",
  },
  tooManyValidations: {
    status: 429,
    title: "Too many validations: of the same bank details, or of the organization within a day",
    message:
      "There were {limit} validations {whose}, which is the limit. Confirm the bank details with the recipient in another way.",
  },
  noAddressForVerification: {
    status: 400,
    title: "The recipient has no email address to which the link could go",
    message: "This recipient has no email address. Enter one, so that the recipient can confirm the amounts.",
  },
  ownBankDetails: {
    status: 403,
    title: "The user who last changed the bank details cannot have them validated",
    message:
      "You last changed this recipient's name or bank details (yourself, through a token you created, or through an invite you sent). Another user must start the validation.",
  },
} as const satisfies RefusalTable;

export const refuseValidation = refuser(validationRefusals);
