import { bankingDaysLater, returnDeadline, returnReasonOf } from "bursar-bank-formats/nacha";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { Id, OrganizationId } from "#kernel/values/ids.ts";
import { insertNotice, type NewNotice, type NoticeId } from "./notices.queries.ts";

const dishonor = present(returnReasonOf("R68"), "R68 is in use");

type Noticed = Omit<NewNotice, "noticeId" | "kind" | "isDone" | "actBy" | "receivedAt"> & {
  readonly organizationId: OrganizationId;
};

/** A notification of change; open if a person has to confirm or make the change. Once for each source. */
export const noticeChange = (
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  { organizationId, ...notice }: Noticed & { readonly actBy: string },
): Promise<number> =>
  insertNotice(tx, organizationId, {
    ...notice,
    noticeId: service.newId<NoticeId>(),
    kind: "changeOfDetails",
    receivedAt: service.clock.now(),
    isDone: notice.outcome !== "proposed" && notice.outcome !== "manual",
  });

/** A return after its deadline, which the bank may dishonor for as long as R68 allows. Once for each answer. */
export const noticeLateReturn = (
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  { organizationId, ...notice }: Omit<Noticed, "outcome">,
): Promise<number> => {
  const receivedAt = service.clock.now();
  const actBy = present(returnDeadline(dishonor, newYorkDay(receivedAt), isBankingDate), "R68 has a fixed limit");
  return insertNotice(tx, organizationId, {
    ...notice,
    noticeId: service.newId<NoticeId>(),
    kind: "lateReturn",
    outcome: undefined,
    receivedAt,
    actBy,
    isDone: false,
  });
};

/** What a bank says about a return of ours, or of one that it sent. */
export interface ReturnMessage extends Omit<Noticed, "outcome" | "sourceId"> {
  /** The bank's own trace number of the message: a repeat adds nothing. */
  readonly traceNumber: string;
  /** R61, R62, R67 to R70: dishonored. R71 to R77: contested. */
  readonly code: string;
}

/** Banking days in which the other bank is answered, if its code has no limit of its own. */
const ANSWER_BANKING_DAYS = 2;

/**
 * A dishonored return (R61, R62, R67 to R70) or a contested one (R71 to R77), which a person settles with the bank by a date.
 * Once for each message. Returns 1 if it is new.
 */
export const recordReturnNotice = (
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  { organizationId, traceNumber, ...message }: ReturnMessage,
): Promise<number> => {
  const receivedAt = service.clock.now();
  const today = newYorkDay(receivedAt);
  const isContested = /^R7[1-7]$/.test(message.code);
  return insertNotice(tx, organizationId, {
    ...message,
    noticeId: service.newId<NoticeId>(),
    sourceId: derivedId<Id<"achMessage">>("ach-message", message.transactionId, message.code, traceNumber),
    kind: isContested ? "contestedReturn" : "dishonoredReturn",
    outcome: undefined,
    receivedAt,
    actBy: bankingDaysLater(today, ANSWER_BANKING_DAYS, isBankingDate),
    isDone: false,
  });
};

const isBankingDate = (date: string) => isBankingDay(Temporal.PlainDate.from(date));

/** A person looks at the account by then: the banks settle it with each other within five banking days. */
const LOOK_BANKING_DAYS = 5;

const noticeUndo =
  (kind: "reversalReturned" | "paidBackTwice") =>
  (
    service: Pick<Service, "clock" | "newId">,
    tx: Tx,
    { organizationId, ...notice }: Omit<Noticed, "outcome">,
  ): Promise<number> => {
    const receivedAt = service.clock.now();
    return insertNotice(tx, organizationId, {
      ...notice,
      noticeId: service.newId<NoticeId>(),
      kind,
      outcome: undefined,
      receivedAt,
      actBy: bankingDaysLater(newYorkDay(receivedAt), LOOK_BANKING_DAYS, isBankingDate),
      isDone: false,
    });
  };

/** A reversing entry came back after its money counted: the bank takes the money again. Once for each undo. */
export const noticeReversalReturned = noticeUndo("reversalReturned");

/** A payment came back while its reversal was at the bank, or the other way around. Once for each source. */
export const noticePaidBackTwice = noticeUndo("paidBackTwice");
