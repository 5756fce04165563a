import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getCustomerOptions, listCustomersOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { InvoiceCustomer } from "#api/generated/types.gen.ts";
import { OFFERED, SearchSelect } from "#ui/forms/search-select.tsx";

const labelOf = ({ name }: InvoiceCustomer): string => name;

const useFound = (search: string | undefined, enabled: boolean) => {
  const { data, isPending } = useQuery({
    ...listCustomersOptions({ query: { limit: OFFERED, search } }),
    enabled,
  });
  return { data: data?.customers, isPending };
};

export function CustomerSelect({
  customerId,
  error,
  onChange,
}: {
  readonly customerId: string;
  readonly error: string | undefined;
  readonly onChange: (customer: InvoiceCustomer) => void;
}) {
  const [picked, setPicked] = useState<InvoiceCustomer>();
  const chosen = useQuery({
    ...getCustomerOptions({ path: { customerId } }),
    enabled: customerId !== "",
    ...(picked?.id === customerId ? { placeholderData: picked } : {}),
  });
  return (
    <SearchSelect
      label="Customer"
      nothingFound="No customers found"
      error={error ?? (chosen.error ? "This customer was not found. Choose another." : undefined)}
      chosen={chosen.data}
      labelOf={labelOf}
      useFound={useFound}
      onChange={(customer) => {
        setPicked(customer);
        onChange(customer);
      }}
    />
  );
}
