import { Group, SegmentedControl, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { listMagicNumbersOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { ListMagicNumbersResponse } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { formatMoney } from "../../ui/money/money.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { Section } from "../../ui/page/section.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";

const route = getRouteApi("/signedIn/sandbox");

/** How the simulated bank treats certain accounts and amounts, by payment method. */
export function MagicNumbers() {
  const numbers = useQuery(listMagicNumbersOptions());
  const { method = "ach" } = route.useSearch();
  const navigate = route.useNavigate();
  const [search, setSearch] = useState("");
  const isSearching = search.trim() !== "";
  return (
    <Section title="Magic numbers" flush>
      <Loaded query={numbers}>
        {({ magicNumbers }) => {
          // A search finds those of every method.
          const shown = magicNumbers.filter(
            (number) => (isSearching || number.paymentMethod === method) && isFound(number, search),
          );
          return (
            <>
              <Group px="md" pb="sm" gap="xs">
                <TextInput
                  type="search"
                  size="xs"
                  w={240}
                  aria-label="Search magic numbers"
                  placeholder="Number or outcome"
                  leftSection={<IconSearch size={14} aria-hidden />}
                  value={search}
                  onChange={({ currentTarget }) => setSearch(currentTarget.value)}
                />
                {!isSearching && (
                  <SegmentedControl
                    size="xs"
                    // Five methods do not fit on one line of a phone.
                    styles={{ root: { flexWrap: "wrap" } }}
                    aria-label="Payment method"
                    data={[...new Set(magicNumbers.map(({ paymentMethod }) => paymentMethod))].map((value) => ({
                      value,
                      label: methodName(value),
                    }))}
                    value={method}
                    onChange={(chosen) =>
                      void navigate({
                        search: { tab: "numbers", method: chosen },
                        replace: true,
                        resetScroll: false,
                      })
                    }
                  />
                )}
                <Text size="xs" c="dimmed">
                  Pay a recipient with one of these to simulate an outcome.
                </Text>
              </Group>
              {shown.length === 0 ? (
                <Empty title="No magic numbers match your search">Search for “returned” or “R01”, for example.</Empty>
              ) : (
                <DataTable
                  label="Magic numbers"
                  rows={shown}
                  rowKey={({ paymentMethod, accountNumber, amount }) => `${paymentMethod} ${accountNumber ?? amount}`}
                  columns={[
                    ...(isSearching
                      ? [{ header: "Method", cell: ({ paymentMethod }: Row) => methodName(paymentMethod), width: 160 }]
                      : []),
                    {
                      header: isSearching ? "Number or amount" : method === "check" ? "Amount" : "Account number",
                      cell: ({ accountNumber, amount }: Row) => (
                        <span className="figures">{accountNumber ?? (amount === null ? "" : formatMoney(amount))}</span>
                      ),
                      width: 240,
                    },
                    { header: "Outcome", isText: true, cell: ({ description }: Row) => description },
                  ]}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

type Row = ListMagicNumbersResponse["magicNumbers"][number];

const isFound = ({ accountNumber, amount, description, paymentMethod }: Row, search: string): boolean => {
  const text = [accountNumber, amount, description, methodName(paymentMethod)].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
