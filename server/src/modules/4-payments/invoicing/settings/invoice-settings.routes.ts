import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { type Caller, callerOf } from "#records/identity";
import { findSettings, type InvoiceSettingsRow } from "../invoices/invoice-numbers.queries.ts";
import { planRefusals } from "../invoicing-route.ts";
import { type InvoiceSettings, InvoiceSettingsSchema } from "../overview/overview-schemas.ts";
import { changeInvoiceSettings } from "./change-invoice-settings.ts";

/** As the table's defaults, before the first invoice or change. */
const defaults: InvoiceSettingsRow = {
  next_number: 1,
  version: 1,
  reminders_on: true,
  reminder_days: [-3, 1, 7, 14, 30],
  automatic_matching: true,
};

const { version, remindersOn, reminderDays, automaticMatching } = InvoiceSettingsSchema.properties;
export const ChangeInvoiceSettingsSchema = object(
  { version, remindersOn, reminderDays, automaticMatching },
  { title: "ChangeInvoiceSettingsRequest", description: "All of the settings for invoices." },
);

/** The settings for reminders and automatic matching. */
export function invoiceSettingsRoutes(app: Api, service: Service): void {
  readSettingsRoute(app, service);
  changeSettingsRoute(app, service);
}

const render = (row: InvoiceSettingsRow, caller: Caller): InvoiceSettings => ({
  version: row.version,
  remindersOn: row.reminders_on,
  reminderDays: row.reminder_days,
  automaticMatching: row.automatic_matching,
  canChange: caller.person !== undefined && caller.scopes.has("modifyInvoices"),
});

const readSettings = async ({ database }: Service, caller: Caller): Promise<InvoiceSettings> =>
  render((await findSettings(database, caller.organizationId)) ?? defaults, caller);

function readSettingsRoute(app: Api, service: Service): void {
  app.get(
    "/ar/settings",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals() },
      schema: {
        operationId: "getInvoiceSettings",
        summary: "Get the settings for invoices",
        description: "Reminders and automatic matching.",
        tags: ["Invoicing"],
        response: { 200: InvoiceSettingsSchema },
      },
    },
    (request) => readSettings(service, callerOf(request)),
  );
}

function changeSettingsRoute(app: Api, service: Service): void {
  app.post(
    "/ar/settings",
    {
      config: {
        scope: "person",
        permission: "modifyInvoices",
        refusals: planRefusals("invoiceSettingsChanged"),
        updates: {
          schema: InvoiceSettingsSchema,
          patch: "patchInvoiceSettings",
          replaces: true,
          read: (request) => readSettings(service, callerOf(request)),
        },
      },
      schema: {
        operationId: "changeInvoiceSettings",
        summary: "Change the settings for invoices",
        description: "Replaces all of them, if `version` is the current one. PATCH keeps what is omitted.",
        tags: ["Invoicing"],
        body: {
          ...ChangeInvoiceSettingsSchema,
          examples: [{ version: 1, remindersOn: true, reminderDays: [-3, 1, 14], automaticMatching: true }],
        },
        response: { 200: InvoiceSettingsSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const change = { caller, ...request.body };
      return render(await service.database.transaction((tx) => changeInvoiceSettings(service, tx, change)), caller);
    },
  );
}
