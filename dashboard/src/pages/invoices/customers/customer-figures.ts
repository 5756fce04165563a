import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getCustomerFiguresOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { InvoiceCustomer } from "#api/generated/types.gen.ts";

/** What some customers owe. */
export function useCustomerFigures(rows: readonly InvoiceCustomer[]) {
  const query = { customerId: rows.map(({ id }) => id) };
  const { data } = useQuery({
    ...getCustomerFiguresOptions({ query }),
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
  });
  return (id: string) => data?.customers.find(({ customerId }) => customerId === id);
}
