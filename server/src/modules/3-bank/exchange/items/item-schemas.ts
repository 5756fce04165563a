import { Type } from "typebox";
import { Day, Nullable, OneOf, object, PageSchema, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { bankRails } from "../bank-rail.ts";
import { itemKinds } from "./file-item.ts";
import { fileItemStates } from "./item-states.ts";

export const FileItemSchema = object(
  {
    id: Uuid("The item."),
    fileId: Uuid("The received file."),
    fileName: Nullable(Type.String({ description: "Its name at the bank." })),
    rail: OneOf(bankRails, "The connection's payment method.", "BankRail"),
    state: OneOf(fileItemStates.states, inWords(fileItemStates), "BankFileItemState"),
    kind: OneOf(
      itemKinds,
      "`unknownPayment`: no payment has its number. `contradiction`: it contradicts what was sent, or what the bank has said. `unknownCode`, `unreadable`: it cannot be understood. `otherEntry`: it is no answer to a payment. `dispute`: another bank disputes a return. `otherCompany`, `otherAccount`: it is about a company or an account that is not in the books.",
      "BankFileItemKind",
    ),
    place: Type.String({ description: "Where it is in the file." }),
    reason: Type.String({ description: "Why it was not applied, as a sentence." }),
    code: Nullable(Type.String({ description: "The bank's reason code." })),
    reference: Nullable(Type.String({ description: "By which the bank names the payment." })),
    amount: Nullable(Type.Number({ description: "In `currency`." })),
    currency: Nullable(Type.String({ description: "Of the amount." })),
    subject: Nullable(Type.String({ description: "The other company or account, masked." })),
    assignable: Type.Boolean({ description: "It says something that can be applied to a payment." }),
    ignorable: Type.Boolean({
      description: "Later items about the same company or account can be ignored from the start.",
    }),
    transactionId: Nullable(Uuid("The payment that it seems to be about, or was assigned to.")),
    nextStep: Nullable(Type.String({ description: "What to do; null if nothing." })),
    actBy: Nullable(Day("The last day for it.")),
    recordedAt: Timestamp("When the file was processed."),
    note: Nullable(Type.String({ description: "What a person wrote when deciding." })),
    decidedAt: Nullable(Timestamp("When it was decided.")),
  },
  { title: "BankFileItem", description: "Something in a received file that could not be applied." },
);

export const FileItemListSchema = object(
  { items: Type.Array(FileItemSchema, { description: "At most 1,000." }), page: PageSchema },
  { title: "BankFileItemList" },
);
