import type { InvoiceCustomer } from "../../api/generated/types.gen.ts";

/** A postal address as invoices show it. */
export const postalAddressLines = ({
  address1,
  address2,
  city,
  region,
  postalCode,
  country,
}: NonNullable<InvoiceCustomer["address"]>): readonly string[] =>
  [address1, address2 ?? "", `${city}, ${region} ${postalCode}`, country === "US" ? "" : country].filter(
    (line) => line !== "",
  );
