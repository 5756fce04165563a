import { newYorkDay } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, OneOf, object, PaymentAmount, SortOrder, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Caller, callerOf } from "#records/identity";
import { planRefusals } from "../invoicing-route.ts";
import { labelsOf } from "../overview/overview.queries.ts";
import {
  type IncomingPayment,
  IncomingPaymentListSchema,
  IncomingPaymentSchema,
  MatchSuggestionListSchema,
} from "../overview/overview-schemas.ts";
import { renderPayments, renderRow } from "../overview/render-payment.ts";
import { incomingPaymentStates } from "./incoming-payment-states.ts";
import { matchPayment, sortPayment, undoMatch } from "./match-payment.ts";
import { findIncoming, type IncomingPaymentRow, incomingKey, listIncoming } from "./matching.queries.ts";
import { suggestInvoices, suggestMatches } from "./suggest-matches.ts";

const tags = ["Invoicing"];
const params = idParams("transactionId", "The incoming transaction.");
const forPeople = { scope: "person", permission: "modifyInvoices" };

export const MatchPaymentSchema = object(
  {
    matches: Type.Array(
      object(
        { invoiceId: Uuid("The invoice."), amount: PaymentAmount("The part of the payment that pays it.") },
        { description: "An invoice." },
      ),
      { minItems: 1, maxItems: 50, description: "Invoices of one customer." },
    ),
  },
  { title: "MatchPaymentRequest", description: "The invoices that a payment pays." },
);

/** Incoming payments and the invoices that they pay, for people. */
export function matchingRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  suggestionsRoute(app, service);
  matchRoute(app, service);
  sortRoutes(app, service);
  undoRoute(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/ar/payments",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("unknownCursor", "conflictingCursors") },
      schema: {
        operationId: "listIncomingPayments",
        summary: "List incoming payments",
        description: "Deposits that may pay invoices, with their matches; newest first.",
        tags,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of creation; `desc` by default.")),
          status: Type.Optional(
            OneOf(
              [...incomingPaymentStates.states, "credit"],
              "Only this status; `credit`: matched, with something left.",
            ),
          ),
          suggestions: Type.Optional(
            Type.Boolean({
              description: "Adds `suggestedMatches` to the first 50 open payments. The default is `false`.",
            }),
          ),
        }),
        response: { 200: IncomingPaymentListSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { database } = service;
      const { status, suggestions = false, ...cursors } = request.query;
      const keyset = await keysetOf(cursors, {
        column: incomingKey,
        defaultOrder: "desc",
        exists: async (id) => (await findIncoming(database, caller.organizationId, id)) !== undefined,
      });
      const found = await listIncoming(database, caller.organizationId, { status, keyset });
      const { rows, page } = keyset.finish(found, (row) => row.transaction_id);
      const payments = await renderPayments(database, caller, rows);
      if (!suggestions) return { payments, page };
      return { payments: await withSuggestions(service, caller, { rows, payments }), page };
    },
  );
}

/** Adds what is suggested for the open ones. */
async function withSuggestions(
  { database, clock }: Service,
  { organizationId }: Caller,
  { rows, payments }: { rows: readonly IncomingPaymentRow[]; payments: readonly IncomingPayment[] },
): Promise<IncomingPayment[]> {
  const plans = await suggestMatches(database, organizationId, rows);
  const ids = [...plans.values()].flat().map(({ invoiceId }) => invoiceId);
  const invoices = new Map((await labelsOf(database, organizationId, ids)).map((row) => [row.invoice_id, row]));
  const today = newYorkDay(clock.now());
  return payments.map((payment) => {
    const plan = plans.get(payment.id as TransactionId);
    if (plan === undefined) return payment;
    const suggestedMatches = plan.flatMap(({ invoiceId, amountMinor }) => {
      const row = invoices.get(invoiceId);
      return row === undefined ? [] : [{ invoice: renderRow(row, today), amount: dollarsFromMinor(amountMinor) }];
    });
    return { ...payment, suggestedMatches };
  });
}

function suggestionsRoute(app: Api, service: Service): void {
  app.get(
    "/ar/payments/:transactionId/suggestions",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("resourceNotFound") },
      schema: {
        operationId: "listMatchSuggestions",
        summary: "List invoices that a payment may be for",
        description:
          "Unpaid invoices with the number in the memo, a customer's name near the payer's, or the amount; the most likely first.",
        tags,
        params,
        response: { 200: MatchSuggestionListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database, clock } = service;
      const payment = await findIncoming(database, organizationId, request.params.transactionId);
      if (payment === undefined) throw notFound("payment");
      const best = await suggestInvoices(database, organizationId, payment);
      const labels = new Map((await labelsOf(database, organizationId, best)).map((row) => [row.invoice_id, row]));
      const today = newYorkDay(clock.now());
      return { suggestions: best.flatMap((id) => labels.get(id) ?? []).map((row) => renderRow(row, today)) };
    },
  );
}

const changed = async (service: Service, caller: Caller, work: (tx: Tx) => Promise<IncomingPaymentRow>) => {
  const row = await service.database.transaction(work);
  const [payment] = await renderPayments(service.database, caller, [row]);
  return present(payment, "the payment was found");
};

function matchRoute(app: Api, service: Service): void {
  app.post(
    "/ar/payments/:transactionId/match",
    {
      config: {
        ...forPeople,
        refusals: planRefusals("resourceNotFound", "paymentNotOpen", "invoiceNotOpen", "matchExceedsPayment"),
      },
      schema: {
        operationId: "matchIncomingPayment",
        summary: "Match a payment with invoices",
        description: "What is left of the payment is the customer's credit and can be matched later.",
        tags,
        params,
        body: {
          ...MatchPaymentSchema,
          examples: [{ matches: [{ invoiceId: "018f3c1e-0000-7000-8000-000000000003", amount: 125.5 }] }],
        },
        response: { 200: IncomingPaymentSchema },
      },
    },
    (request) => {
      const caller = callerOf(request);
      const { transactionId } = request.params;
      const { matches } = request.body;
      return changed(service, caller, (tx) => matchPayment(service, tx, { caller, transactionId, matches }));
    },
  );
}

function sortRoutes(app: Api, service: Service): void {
  const routes = [
    { trigger: "ignore", operationId: "ignoreIncomingPayment", summary: "Ignore a payment" },
    { trigger: "restore", operationId: "restoreIncomingPayment", summary: "Restore an ignored payment" },
  ] as const;
  for (const { trigger, operationId, summary } of routes)
    app.post(
      `/ar/payments/:transactionId/${trigger}`,
      {
        config: { ...forPeople, refusals: planRefusals("resourceNotFound", "paymentNotOpen") },
        schema: {
          operationId,
          summary,
          description: "Ignored payments have nothing to do with invoices; they are not listed as open.",
          tags,
          params,
          response: { 200: IncomingPaymentSchema },
        },
      },
      (request) => {
        const caller = callerOf(request);
        const { transactionId } = request.params as { transactionId: string };
        return changed(service, caller, (tx) => sortPayment(service, tx, { caller, transactionId, trigger }));
      },
    );
}

function undoRoute(app: Api, service: Service): void {
  app.post(
    "/ar/matches/:matchId/undo",
    {
      config: { ...forPeople, refusals: planRefusals("resourceNotFound", "matchNotActive") },
      schema: {
        operationId: "undoInvoiceMatch",
        summary: "Undo a match",
        description: "The invoice is unpaid again. A match of an ACH debit cannot be undone.",
        tags,
        params: idParams("matchId", "The match."),
        response: { 200: IncomingPaymentSchema },
      },
    },
    (request) => {
      const caller = callerOf(request);
      const { matchId } = request.params;
      return changed(service, caller, (tx) => undoMatch(service, tx, { caller, matchId }));
    },
  );
}
