import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const bankFileRefusals = {
  bankFileNotInDoubt: {
    status: 409,
    title: "The bank file is not in doubt, so there is nothing to decide about it",
    message: "This file is {state}, not in doubt. Only a file in doubt can be resent or marked as sent.",
  },
  bankFileNotSetAside: {
    status: 409,
    title: "The bank file is neither quarantined nor withheld",
    message: "This file is {state}. Only a file that was set aside can be retried or dismissed.",
  },
  bankFileEmpty: {
    status: 409,
    title: "The bank file has no content yet, or none was kept",
    message: "This file is {state} and has no content to download.",
  },
} as const satisfies RefusalTable;

export const refuseBankFile = refuser(bankFileRefusals);
