import { type FieldProblem, invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { type AuditAction, actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { addWords, replaceWords } from "#records/search";
import { resendOpenInvoices } from "../letters/queue-letter.ts";
import { keyOf } from "../texts.ts";
import {
  type CustomerAddress,
  type CustomerId,
  type CustomerInput,
  type CustomerRow,
  searchedCustomer,
} from "./customer.ts";
import { insertCustomer, lockCustomer, markCustomerDeleted, updateCustomerRow } from "./customers.queries.ts";

/** Adds a customer. Refuses with `invalidRequest`. */
export async function createCustomer(
  service: Service,
  tx: Tx,
  { caller, input }: { caller: Caller; input: CustomerInput },
): Promise<CustomerRow> {
  const now = service.clock.now();
  const row = { ...rowOf(input), customer_id: service.newId<CustomerId>(), created_at: now, deleted_at: null };
  await insertCustomer(tx, caller.organizationId, row);
  await addWords(tx, caller.organizationId, [searchedCustomer(row)]);
  await audit(service, tx, { caller, action: "invoiceCustomer.create", after: row });
  return row;
}

/**
 * Replaces a customer's name, email address, and address; sends the open invoices again if wanted. Refuses with
 * `resourceNotFound`, `invalidRequest`, or `tooManyInvoiceMails`.
 */
export async function updateCustomer(
  service: Service,
  tx: Tx,
  {
    caller,
    customerId,
    input,
    keeps,
    resend,
  }: {
    caller: Caller;
    customerId: string;
    input: Partial<CustomerInput>;
    /** What is omitted keeps its value. */
    keeps: boolean;
    resend: boolean;
  },
): Promise<CustomerRow> {
  const before = await lockCustomer(tx, caller.organizationId, customerId);
  if (before === undefined || before.deleted_at !== null) throw notFound("customer");
  const { name = before.name, email = before.email } = input;
  const address = (input.address === undefined && keeps ? before.address : input.address) ?? null;
  const row = { ...before, ...rowOf({ name, email, address }, before.address) };
  await updateCustomerRow(tx, caller.organizationId, row, service.clock.now());
  await replaceWords(tx, caller.organizationId, searchedCustomer(row));
  await audit(service, tx, { caller, action: "invoiceCustomer.update", before, after: row });
  if (resend) await resendOpenInvoices(service, tx, { caller, customer: row });
  return row;
}

/** Deletes a customer; its invoices stay. Deleting it again changes nothing. Refuses with `resourceNotFound`. */
export async function deleteCustomer(
  service: Service,
  tx: Tx,
  { caller, customerId }: { caller: Caller; customerId: string },
): Promise<void> {
  const before = await lockCustomer(tx, caller.organizationId, customerId);
  if (before === undefined) throw notFound("customer");
  if (before.deleted_at !== null) return;
  await markCustomerDeleted(tx, caller.organizationId, before.customer_id, service.clock.now());
  await audit(service, tx, { caller, action: "invoiceCustomer.delete", before });
}

/** An address without a name keeps the addressee of the one before. */
function rowOf({ name, email, address }: CustomerInput, before: CustomerAddress | null = null) {
  const lines = {
    name,
    ...Object.fromEntries(Object.entries(address ?? {}).map(([key, text]) => [`address.${key}`, text])),
  };
  const problems: FieldProblem[] = Object.entries(lines).flatMap(([path, text]) =>
    path !== "address.address2" && typeof text === "string" && text.trim() === ""
      ? [{ path, message: "must not be empty" }]
      : [],
  );
  if (problems.length > 0) throw invalidRequest(problems);
  const stored: CustomerAddress | null = address
    ? { ...address, name: address.name ?? before?.name ?? name.trim(), address2: address.address2 || null }
    : null;
  return { name: name.trim(), name_key: keyOf(name), email, address: stored };
}

const shown = ({ name, email, address }: CustomerRow) => ({ name, email, address });

const audit = (
  service: Service,
  tx: Tx,
  { caller, action, before, after }: { caller: Caller; action: AuditAction; before?: CustomerRow; after?: CustomerRow },
): Promise<void> =>
  recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action,
        resourceType: "invoiceCustomer",
        resourceId: (after ?? before)?.customer_id ?? "",
        ...(before === undefined ? {} : { before: shown(before) }),
        ...(after === undefined ? {} : { after: shown(after) }),
      },
    ],
  });
