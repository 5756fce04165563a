import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { type Static, Type } from "typebox";
import { Nullable, object, Timestamp } from "#kernel/http/schemas.ts";

/** A request has at most 1 MiB. */
const CONTENT_MAX = 900_000;
const ROWS_MAX = 5_100;

const fields = {
  name: Type.String({ minLength: 1, maxLength: 255, pattern: NO_HIDDEN_CHARACTERS, description: "The file's name." }),
  payments: Type.Integer({ minimum: 0, maximum: ROWS_MAX, description: "How many payments are in it." }),
  requested: Type.Integer({ minimum: 0, maximum: ROWS_MAX, description: "How many of them were requested." }),
};

const content = Type.String({
  maxLength: CONTENT_MAX,
  pattern: "^[A-Za-z0-9+/]*={0,2}$",
  description: "The file and what the user decided about it, as the dashboard packs them, in base64.",
});

export const FileDraftSchema = object(
  {
    draft: Nullable(
      object(
        {
          ...fields,
          version: Type.Integer({
            description: "Grows by one with each change; a new file begins with an arbitrary number.",
          }),
          savedAt: Timestamp("When it was last saved."),
          content,
        },
        { description: "The file that the user has begun; null: there is none." },
      ),
    ),
  },
  { title: "PaymentFileDraft" },
);

export const SaveFileDraftSchema = object(
  {
    ...fields,
    version: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_646,
      description: "The version that this browser has; 0 for a new file.",
    }),
    content,
  },
  { title: "SavePaymentFileDraftRequest" },
);
export type SaveFileDraft = Static<typeof SaveFileDraftSchema>;

export const SavedFileDraftSchema = object(
  { version: Type.Integer({ description: "The version that was saved." }), savedAt: Timestamp("When.") },
  { title: "SavedPaymentFileDraft" },
);
