import { Button, Group, SegmentedControl } from "@mantine/core";
import { Section } from "#ui/page/section.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";
import type { CreditUse, CreditedVendor as Vendor } from "../rows/credits.ts";
import type { FileJob } from "../use-job.ts";
import { centsText } from "./cents-text.ts";
import { shortName } from "./name-cell.tsx";

/** Credits reduce what a vendor is paid only if the user says so. */
export function VendorCredits({ state, disabled }: { readonly state: FileJob; readonly disabled: boolean }) {
  const { credits: vendors } = state;
  if (vendors.length === 0) return null;
  const use = (those: readonly Vendor[], how: CreditUse) =>
    state.decide(({ credits }) => ({
      credits: { ...credits, ...Object.fromEntries(those.map(({ key }) => [key, how])) },
    }));
  const usable = vendors.filter(({ owed }) => owed > 0n);
  const left = usable.filter(({ use: how }) => how !== "deduct");
  return (
    <Section
      flush
      title="Credits"
      actions={
        usable.length > 1 &&
        (left.length > 0 ? (
          <Button size="xs" disabled={disabled} onClick={() => use(usable, "deduct")}>
            Deduct all {usable.length}
          </Button>
        ) : (
          <Button size="xs" variant="default" disabled={disabled} onClick={() => use(usable, "leave")}>
            Leave all {usable.length}
          </Button>
        ))
      }
    >
      <DataTable
        label="Credits"
        rows={vendors}
        rowKey={({ key }) => key}
        columns={columnsOf({ disabled, onUse: (vendor, how) => use([vendor], how) })}
      />
    </Section>
  );
}

const columnsOf = ({
  disabled,
  onUse,
}: {
  readonly disabled: boolean;
  readonly onUse: (vendor: Vendor, how: CreditUse) => void;
}): readonly TableColumn<Vendor>[] => [
  { header: "Vendor", cell: ({ name }) => shortName(name) || "No vendor" },
  {
    header: "Owed",
    align: "right",
    cell: ({ owed }) => <span className="figures">{centsText(owed)}</span>,
    wideOnly: true,
  },
  { header: "Credit", align: "right", cell: ({ cents }) => <span className="figures">{centsText(-cents)}</span> },
  {
    header: "Paid",
    align: "right",
    cell: ({ owed, cents, use }) => (
      <span className="figures">{centsText(use !== "deduct" ? owed : owed > cents ? owed - cents : 0n)}</span>
    ),
    wideOnly: true,
  },
  {
    header: "Use",
    hideHeader: true,
    align: "right",
    cell: (vendor) => (
      <Group justify="flex-end">
        {vendor.owed === 0n ? (
          "No payment to deduct it from"
        ) : (
          <SegmentedControl
            size="xs"
            aria-label={`Credit of ${shortName(vendor.name)}`}
            disabled={disabled}
            value={vendor.use ?? "leave"}
            data={[
              { value: "leave", label: "Leave" },
              { value: "deduct", label: "Deduct" },
            ]}
            // The options are uses.
            onChange={(how) => onUse(vendor, how as CreditUse)}
          />
        )}
      </Group>
    ),
  },
];
