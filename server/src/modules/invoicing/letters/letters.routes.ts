import { Type } from "typebox";
import type { Api } from "../../../kernel/http/api.ts";
import { notFound } from "../../../kernel/http/http-refusals.ts";
import { idParams, OneOf, object } from "../../../kernel/http/schemas.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { actorOf, recordAudit } from "../../audit/index.ts";
import { type Caller, callerOf } from "../../identity/index.ts";
import { findCustomer } from "../customers/customers.queries.ts";
import {
  findSettings,
  type InvoiceSettingsRow,
  insertSettingsIfMissing,
  lockSettings,
  updateSettings,
} from "../invoices/invoice-numbers.queries.ts";
import { lockInvoice } from "../invoices/invoices.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import { planRefusals } from "../invoicing-route.ts";
import { type InvoiceSettings, InvoiceSettingsSchema } from "../overview/overview-schemas.ts";
import { queueLetter } from "./queue-letter.ts";

const tags = ["Invoicing"];
const forPeople = { scope: "person", permission: "modifyInvoices" };
/** As the table's defaults, before the first invoice or change. */
const defaults: InvoiceSettingsRow = {
  next_number: 1,
  version: 1,
  reminders_on: true,
  reminder_days: [-3, 1, 7, 14, 30],
  automatic_matching: true,
};

export const EmailInvoiceSchema = object(
  { kind: OneOf(["invoice", "reminder"], "What to email.") },
  { title: "EmailInvoiceRequest", description: "An email about an invoice." },
);

const { version, remindersOn, reminderDays, automaticMatching } = InvoiceSettingsSchema.properties;
export const ChangeInvoiceSettingsSchema = object(
  { version, remindersOn, reminderDays, automaticMatching },
  { title: "ChangeInvoiceSettingsRequest", description: "All of the settings for invoices." },
);

/** Emails that people send about invoices, and the settings for reminders. */
export function letterRoutes(app: Api, service: Service): void {
  emailRoute(app, service);
  readSettingsRoute(app, service);
  changeSettingsRoute(app, service);
}

function emailRoute(app: Api, service: Service): void {
  app.post(
    "/ar/invoices/:invoiceId/email",
    {
      config: { ...forPeople, refusals: planRefusals("resourceNotFound", "invoiceNotOpen", "tooManyInvoiceMails") },
      schema: {
        operationId: "emailInvoice",
        summary: "Email an invoice or a reminder",
        description: "To the customer and everyone who gets copies, with the PDF. A reminder only while it is unpaid.",
        tags,
        params: idParams("invoiceId", "The invoice."),
        body: { ...EmailInvoiceSchema, examples: [{ kind: "reminder" }] },
        response: { 204: Type.Null({ description: "The email is on its way." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { invoiceId } = request.params;
      const { kind } = request.body;
      await service.database.transaction((tx) => email(service, tx, { caller, invoiceId, kind }));
      return reply.code(204).send(null);
    },
  );
}

async function email(
  service: Service,
  tx: Tx,
  { caller, invoiceId, kind }: { caller: Caller; invoiceId: string; kind: "invoice" | "reminder" },
): Promise<void> {
  const row = await lockInvoice(tx, caller.organizationId, invoiceId);
  const customer = row && (await findCustomer(tx, caller.organizationId, row.customer_id));
  if (row === undefined || customer === undefined) throw notFound("invoice");
  const isOpen = kind === "reminder" ? row.status === "Unpaid" : row.status !== "Cancelled";
  if (!isOpen) throw refuseInvoicing("invoiceNotOpen", { details: { status: row.status } });
  await queueLetter(service, tx, { caller, row, customer, kind });
}

const render = (row: InvoiceSettingsRow, caller: Caller): InvoiceSettings => ({
  version: row.version,
  remindersOn: row.reminders_on,
  reminderDays: row.reminder_days,
  automaticMatching: row.automatic_matching,
  canChange: caller.person !== undefined && caller.scopes.has("modifyInvoices"),
});

function readSettingsRoute(app: Api, service: Service): void {
  app.get(
    "/ar/settings",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals() },
      schema: {
        operationId: "getInvoiceSettings",
        summary: "Get the settings for invoices",
        description: "Reminders and automatic matching.",
        tags,
        response: { 200: InvoiceSettingsSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return render((await findSettings(service.database, caller.organizationId)) ?? defaults, caller);
    },
  );
}

function changeSettingsRoute(app: Api, service: Service): void {
  app.post(
    "/ar/settings",
    {
      config: { ...forPeople, refusals: planRefusals("invoiceSettingsChanged") },
      schema: {
        operationId: "changeInvoiceSettings",
        summary: "Change the settings for invoices",
        description: "Replaces all of them, if `version` is the current one.",
        tags,
        body: {
          ...ChangeInvoiceSettingsSchema,
          examples: [{ version: 1, remindersOn: true, reminderDays: [-3, 1, 14], automaticMatching: true }],
        },
        response: { 200: InvoiceSettingsSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { version: based, ...wanted } = request.body;
      const row = {
        reminders_on: wanted.remindersOn,
        reminder_days: [...new Set(wanted.reminderDays)].toSorted((a, b) => a - b),
        automatic_matching: wanted.automaticMatching,
      };
      return service.database.transaction(async (tx) => {
        await insertSettingsIfMissing(tx, organizationId);
        const before = await lockSettings(tx, organizationId);
        if (before.version !== based)
          throw refuseInvoicing("invoiceSettingsChanged", { details: { version: before.version } });
        await updateSettings(tx, organizationId, row);
        const after = { ...before, ...row, version: before.version + 1 };
        const { version: _, canChange: __, ...shown } = render(after, caller);
        const { version: ___, canChange: ____, ...shownBefore } = render(before, caller);
        await recordAudit(service, tx, {
          organizationId,
          actor: actorOf(caller),
          entries: [
            {
              action: "organization.changeInvoiceSettings",
              resourceType: "organization",
              resourceId: organizationId,
              before: shownBefore,
              after: shown,
            },
          ],
        });
        return render(after, caller);
      });
    },
  );
}
