import { Type } from "typebox";
import { Day, Nullable, OneOf, object, PageSchema, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { changeOutcomes } from "../ach/ach-changes.queries.ts";
import { noticeKinds } from "./notices.queries.ts";

export const NoticeSchema = object(
  {
    id: Uuid("The notice."),
    kind: OneOf(
      noticeKinds,
      "`changeOfDetails`: the recipient's bank corrects bank details. `lateReturn`: a return after its deadline. `dishonoredReturn`, `contestedReturn`: a bank does not accept a return, or that it was dishonored. `reversalReturned`: a reversal came back after its money counted. `paidBackTwice`: a payment came back while its reversal was on its way.",
      "BankNoticeKind",
    ),
    code: Type.String({
      description: "The network's code, such as C01 or R03, or a code of ours that begins with BF-.",
    }),
    meaning: Type.String({ description: "What the bank says, as a sentence." }),
    correction: Nullable(Type.String({ description: "What it corrects, with account numbers masked." })),
    outcome: Nullable(
      OneOf(
        changeOutcomes,
        "The state of a correction. `proposed`: it waits for a second person. `outdated`: the recipient is paid by other details now. `manual`: a person has to make it.",
        "BankNoticeOutcome",
      ),
    ),
    todo: Nullable(Type.String({ description: "What to do; null if nothing." })),
    actBy: Day("The last day for it."),
    recipientId: Uuid("The recipient."),
    recipientName: Nullable(Type.String({ description: "Its name." })),
    transactionId: Uuid("The payment."),
    fileId: Uuid("The bank file that says it."),
    receivedAt: Timestamp("When it was received."),
    doneAt: Nullable(Timestamp("When it was completed.")),
  },
  { title: "BankNotice", description: "A notice from a bank that may require action." },
);

export const NoticeListSchema = object(
  { notices: Type.Array(NoticeSchema, { description: "At most 100." }), page: PageSchema },
  { title: "BankNoticeList" },
);
