import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const fileDraftRefusals = {
  fileDraftChanged: {
    status: 409,
    title: "The unfinished payment file was changed in another browser",
    message: "This file was continued in another browser. Load it again before you go on.",
  },
} as const satisfies RefusalTable;

export const refuseDraft = refuser(fileDraftRefusals);
