import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, Day, object, PageSchema, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { callerOf } from "#records/identity";
import type { RecurringRow } from "../series/recurring-payment.ts";
import { findRecurring } from "../series/recurring-payments.queries.ts";
import { CHANGES, changeOnce, READS, recurringParams } from "../series/recurring-payments.routes.ts";
import { OccurrenceSchema, RecurringPaymentDetailsSchema } from "../series/recurring-schemas.ts";
import { renderOccurrences } from "../series/render-recurring.ts";
import { type NamedOccurrence, restoreOccurrence, retryOccurrence, skipOccurrence } from "./change-occurrence.ts";
import {
  dayOfOccurrence,
  occurrenceDay,
  occurrenceKey,
  occurrenceWithId,
  pageOfOccurrences,
} from "./occurrences.queries.ts";

const tags = ["Dashboard"];

/** The occurrences of a recurring payment. */
export function occurrenceRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  for (const change of changes) changeRoute(app, service, change);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/recurring-payments/:recurringPaymentId/occurrences",
    {
      config: { ...READS, refusals: ["resourceNotFound", "unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listRecurringPaymentOccurrences",
        summary: "List the occurrences of a recurring payment",
        description:
          "Those that were requested, skipped, or refused, by their days, the latest first; others follow from the schedule.",
        tags,
        params: recurringParams,
        querystring: object(cursorParameters),
        response: {
          200: object(
            { occurrences: Type.Array(OccurrenceSchema, { description: "The page." }), page: PageSchema },
            { title: "RecurringPaymentOccurrenceList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database } = service;
      const row = await findRecurring(database, organizationId, request.params.recurringPaymentId);
      if (row === undefined) throw notFound("recurring payment");
      const { recurring_payment_id: recurringPaymentId } = row;
      const find = (occurrenceId: string) =>
        occurrenceWithId(database, organizationId, { recurringPaymentId, occurrenceId });
      const keyset = await keysetOf(request.query, {
        column: occurrenceKey,
        defaultOrder: "desc",
        leading: { column: occurrenceDay, valueOf: async (id) => dayOfOccurrence((await find(id))?.day) },
        exists: async (id) => (await find(id)) !== undefined,
      });
      const found = await pageOfOccurrences(database, organizationId, { recurringPaymentId, keyset });
      const { rows, page } = keyset.finish(found, ({ occurrence_id: id }) => id);
      return { occurrences: await renderOccurrences(database, organizationId, rows), page };
    },
  );
}

interface OccurrenceChange {
  readonly verb: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly refusals: readonly string[];
  readonly work: (service: Service, tx: Tx, named: NamedOccurrence) => Promise<RecurringRow>;
}

const closedOrNotChangeable = ["resourceNotFound", "recurringPaymentClosed", "occurrenceNotChangeable"] as const;

const changes: readonly OccurrenceChange[] = [
  {
    verb: "skip",
    operationId: "skipOccurrence",
    summary: "Skip an occurrence",
    description:
      "It will not be requested, and counts toward `endAfter`. Only until it is requested; then withdraw its request instead. Skipping it again changes nothing.",
    refusals: closedOrNotChangeable,
    work: skipOccurrence,
  },
  {
    verb: "unskip",
    operationId: "unskipOccurrence",
    summary: "Restore a skipped occurrence",
    description: "It will be requested after all. Only while it is yet to come.",
    refusals: closedOrNotChangeable,
    work: restoreOccurrence,
  },
  {
    verb: "retry",
    operationId: "retryOccurrence",
    summary: "Request a refused occurrence",
    description:
      "Makes its approval request now, on the present terms and in the name of the user who saved them, for its payment day or, if that has passed, for today.",
    refusals: [
      ...closedOrNotChangeable,
      "recurringRequesterLeft",
      "accountCannotPay",
      "recipientNotFound",
      "recipientCannotReceive",
      "recipientNameUnwritable",
    ],
    work: retryOccurrence,
  },
];

function changeRoute(
  app: Api,
  service: Service,
  { verb, operationId, refusals, work, ...texts }: OccurrenceChange,
): void {
  app.post(
    `/recurring-payments/:recurringPaymentId/occurrences/:day/${verb}`,
    {
      config: { ...CHANGES, refusals: [...refusals] },
      schema: {
        operationId,
        ...texts,
        tags,
        params: object({ recurringPaymentId: Uuid("The recurring payment."), day: Day("The scheduled day.") }),
        response: { 200: RecurringPaymentDetailsSchema },
      },
    },
    (request, reply) => {
      // The path's parameters are inferred from a literal path only; the schema has validated them.
      const { recurringPaymentId: id, day } = request.params as { recurringPaymentId: string; day: string };
      const call = { request, reply, operation: operationId, target: { recurringPaymentId: id, day } };
      return changeOnce(service, call, (tx, caller) => work(service, tx, { caller, id, day }));
    },
  );
}
