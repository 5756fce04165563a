import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, object, PageSchema } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { pathMember } from "#kernel/updates/updates.ts";
import { type Caller, callerOf } from "#records/identity";
import { searchedItems } from "#records/search";
import { answerOnce, NullSchema, planRefusals, sendNull } from "../invoicing-route.ts";
import {
  CreateInvoiceCustomerSchema,
  InvoiceCustomerSchema,
  renderCustomer,
  UpdateInvoiceCustomerSchema,
} from "./customer.ts";
import { customerKey, findCustomer, listCustomerRows } from "./customers.queries.ts";
import { createCustomer, deleteCustomer, updateCustomer } from "./save-customer.ts";

const tags = ["Invoicing"];
const params = idParams("customerId", "The customer.");
const example = {
  name: "Foxglove Tea Room",
  email: "billing@foxglove.example",
  address: {
    name: "Foxglove Tea Room",
    address1: "612 SE Hawthorne Boulevard",
    city: "Portland",
    region: "OR",
    postalCode: "97214",
    country: "US",
  },
};

export const InvoiceCustomerListSchema = object(
  { customers: Type.Array(InvoiceCustomerSchema, { description: "The customers of this page." }), page: PageSchema },
  { title: "InvoiceCustomerList", description: "A page of customers." },
);

/** Customers of invoices (wire contract §4.15). */
export function customerRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  createRoute(app, service);
  getRoute(app, service);
  updateRoute(app, service);
  deleteRoute(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/ar/customers",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("unknownCursor", "conflictingCursors") },
      schema: {
        operationId: "listCustomers",
        summary: "List customers",
        description: "In the order in which they were added, without deleted ones.",
        tags,
        querystring: object({
          ...cursorParameters,
          search: Type.Optional(
            Type.String({ maxLength: 200, description: "Beginnings of words in the name or email address." }),
          ),
        }),
        response: { 200: InvoiceCustomerListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database } = service;
      const { search, ...cursors } = request.query;
      const keyset = await keysetOf(cursors, {
        column: customerKey,
        exists: async (id) => (await findCustomer(database, organizationId, id)) !== undefined,
      });
      const found = await searchedItems(database, organizationId, { kind: "customer", id: customerKey, search });
      const rowsFound = await listCustomerRows(database, organizationId, { found, keyset });
      const { rows, page } = keyset.finish(rowsFound, (row) => row.customer_id);
      return { customers: rows.map(renderCustomer), page };
    },
  );
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/ar/customers",
    {
      config: { scope: "modifyInvoices", refusals: planRefusals() },
      schema: {
        operationId: "createCustomer",
        summary: "Add a customer",
        description: "Someone to send invoices to.",
        tags,
        body: { ...CreateInvoiceCustomerSchema, examples: [example] },
        response: { 200: InvoiceCustomerSchema },
      },
    },
    (request, reply) =>
      answerOnce(service, { request, reply, operation: "createCustomer" }, async (tx, caller) =>
        renderCustomer(await createCustomer(service, tx, { caller, input: request.body })),
      ),
  );
}

function getRoute(app: Api, service: Service): void {
  app.get(
    "/ar/customers/:customerId",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("resourceNotFound") },
      schema: {
        operationId: "getCustomer",
        summary: "Get a customer",
        description: "A customer, even if it was deleted.",
        tags,
        params,
        response: { 200: InvoiceCustomerSchema },
      },
    },
    (request) => getCustomer(service, callerOf(request), request.params.customerId),
  );
}

async function getCustomer({ database }: Service, { organizationId }: Caller, customerId: string) {
  const row = await findCustomer(database, organizationId, customerId);
  if (row === undefined) throw notFound("customer");
  return renderCustomer(row);
}

function updateRoute(app: Api, service: Service): void {
  app.post(
    "/ar/customers/:customerId",
    {
      config: {
        scope: "modifyInvoices",
        refusals: planRefusals("resourceNotFound", "tooManyInvoiceMails"),
        updates: {
          schema: InvoiceCustomerSchema,
          operation: "updateCustomer",
          patch: "patchCustomer",
          replaces: true,
          read: (request) => getCustomer(service, callerOf(request), pathMember(request, "customerId")),
        },
      },
      schema: {
        operationId: "updateCustomer",
        summary: "Replace a customer",
        description: "Replaces every member; an omitted address is removed. PATCH keeps what is omitted.",
        tags,
        params,
        body: { ...UpdateInvoiceCustomerSchema, examples: [{ ...example, resendOpenInvoices: false }] },
        response: { 200: InvoiceCustomerSchema },
      },
    },
    (request, reply) => {
      const { customerId } = request.params;
      const call = { request, reply, operation: "updateCustomer", target: { customerId } };
      return answerOnce(service, call, async (tx, caller) => {
        const { resendOpenInvoices: resend = false, ...input } = request.body;
        const keeps = request.method === "PATCH";
        return renderCustomer(await updateCustomer(service, tx, { caller, customerId, input, keeps, resend }));
      });
    },
  );
}

function deleteRoute(app: Api, service: Service): void {
  app.delete(
    "/ar/customers/:customerId",
    {
      config: { scope: "modifyInvoices", refusals: planRefusals("resourceNotFound") },
      schema: {
        operationId: "deleteCustomer",
        summary: "Delete a customer",
        description: "Its invoices stay, and it can still be read. Deleting it again changes nothing.",
        tags,
        params,
        response: { 200: NullSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { customerId } = request.params;
      await service.database.transaction((tx) => deleteCustomer(service, tx, { caller, customerId }));
      return sendNull(reply);
    },
  );
}
