import { type Static, Type } from "typebox";
import { Nullable, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Id } from "#kernel/values/ids.ts";
import { EmailAddress, Line, OptionalLine } from "../texts.ts";

export type CustomerId = Id<"invoiceCustomer">;

export interface CustomerAddress {
  /** The addressee on the invoice. */
  readonly name: string;
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
}

/** Table: invoice_customers. */
export interface CustomerRow {
  readonly customer_id: CustomerId;
  readonly name: string;
  readonly email: string;
  readonly address: CustomerAddress | null;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

const country = "ISO 3166-1 alpha-2.";
const InvoiceCustomerAddressInput = object(
  {
    name: Type.Optional(
      Line("The addressee on the invoice; the customer's name if it is omitted. Not shown in responses.", 200),
    ),
    address1: Line("Street line.", 200),
    address2: OptionalLine("Second line.", 200),
    city: Line("City.", 100),
    region: Line("State or region.", 100),
    postalCode: Line("ZIP or postal code.", 20),
    country: Type.String({ pattern: "^[A-Z]{2}$", description: country }),
  },
  { title: "InvoiceCustomerAddressRequest", description: "The postal address on invoices." },
);

const entered = {
  name: Line("The customer's name.", 200),
  email: EmailAddress("Where invoices are sent."),
  address: Type.Optional(Nullable(InvoiceCustomerAddressInput)),
};

export const CreateInvoiceCustomerSchema = object(
  { ...entered, idempotencyKey: IdempotencyKey },
  { title: "CreateInvoiceCustomerRequest", description: "A customer to add." },
);

/** A full replacement. */
export const UpdateInvoiceCustomerSchema = object(
  {
    ...entered,
    resendOpenInvoices: Type.Optional(
      Type.Boolean({ description: "Emails the customer's unpaid invoices again. The default is `false`." }),
    ),
    idempotencyKey: IdempotencyKey,
  },
  { title: "UpdateInvoiceCustomerRequest", description: "All of a customer's members. An omitted address is removed." },
);
export type CustomerInput = Pick<Static<typeof CreateInvoiceCustomerSchema>, "name" | "email" | "address">;

/** The customer (wire contract §4.15). Every member is always present. */
export const InvoiceCustomerSchema = object(
  {
    id: Uuid("The customer."),
    name: Type.String({ description: "The customer's name." }),
    email: Type.String({ description: "Where invoices are sent." }),
    address: Nullable(
      object(
        {
          address1: Type.String({ description: "Street line." }),
          address2: Nullable(Type.String({ description: "Second line." })),
          city: Type.String({ description: "City." }),
          region: Type.String({ description: "State or region." }),
          postalCode: Type.String({ description: "ZIP or postal code." }),
          country: Type.String({ description: country }),
        },
        { title: "InvoiceCustomerAddress", description: "The postal address on invoices." },
      ),
    ),
    deletedAt: Nullable(Timestamp("When it was deleted; it can still be read.")),
  },
  { title: "InvoiceCustomer", description: "A customer to whom invoices are sent." },
);
export type InvoiceCustomer = Static<typeof InvoiceCustomerSchema>;

export function renderCustomer(row: CustomerRow): InvoiceCustomer {
  const { address } = row;
  return {
    id: row.customer_id,
    name: row.name,
    email: row.email,
    address: address && {
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      region: address.region,
      postalCode: address.postalCode,
      country: address.country,
    },
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}

/** What a customer is found by. */
export const searchedCustomer = ({
  customer_id: id,
  name,
  email,
}: Pick<CustomerRow, "customer_id" | "name" | "email">) => ({ kind: "customer", id, texts: [name, email] }) as const;
