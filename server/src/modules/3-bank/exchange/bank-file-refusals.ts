import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const bankFileRefusals = {
  bankFileNotInDoubt: {
    status: 409,
    title: "The bank file is not in doubt, so there is nothing to decide about it",
    message: "This file is {state}, not in doubt. Only a file in doubt can be resent or marked as sent.",
  },
  bankFileNotSetAside: {
    status: 409,
    title: "The bank file is neither quarantined nor withheld, and has no open items",
    message:
      "This file is {state}. Only a file that was set aside can be dismissed, and only such a file, or one with open items, can be processed again.",
  },
  bankFileReasonMissing: {
    status: 400,
    title: "A bank file is accepted only with a reason",
    message: "Say why the file is accepted although something in it is wrong, such as whom you asked at the bank.",
  },
  bankFileItemDecided: {
    status: 409,
    title: "The open item has been decided",
    message: "This item is {state}. Another administrator may have decided it, or the file was processed again.",
  },
  bankFileItemNotAssignable: {
    status: 409,
    title: "The open item says nothing that could be applied to a payment",
    message: "This item cannot be assigned to a payment. {problem}",
  },
  bankFileItemNotIgnorable: {
    status: 409,
    title: "This item is ignored once, not always",
    message:
      "Only items about another company, or about another account whose whole number the bank gives, can be ignored from now on. Ignore this one alone.",
  },
  bankFileEmpty: {
    status: 409,
    title: "The bank file has no content yet, or none was kept",
    message: "This file is {state} and has no content to download.",
  },
} as const satisfies RefusalTable;

export const refuseBankFile = refuser(bankFileRefusals);
