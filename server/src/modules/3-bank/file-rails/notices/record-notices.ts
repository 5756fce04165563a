import { returnDeadline, returnReasonOf } from "bursar-bank-formats/nacha";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
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
  const isBankingDate = (date: string) => isBankingDay(Temporal.PlainDate.from(date));
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
