import { Group, SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listMagicNumbersOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
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
  return (
    <Section title="Magic numbers" flush>
      <Loaded query={numbers}>
        {({ magicNumbers }) => (
          <>
            <Group px="md" pb="sm" gap="xs">
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
                onChange={(chosen) => void navigate({ search: { method: chosen }, replace: true, resetScroll: false })}
              />
              <Text size="xs" c="dimmed">
                Pay a recipient with one of these to simulate an outcome.
              </Text>
            </Group>
            <DataTable
              label="Magic numbers"
              rows={magicNumbers.filter(({ paymentMethod }) => paymentMethod === method)}
              rowKey={({ accountNumber, amount }) => `${accountNumber ?? amount}`}
              columns={[
                {
                  header: method === "check" ? "Amount" : "Account number",
                  cell: ({ accountNumber, amount }) => (
                    <span className="figures">{accountNumber ?? (amount === null ? "" : formatMoney(amount))}</span>
                  ),
                  width: 240,
                },
                { header: "Outcome", cell: ({ description }) => description },
              ]}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}
