import type { InvoiceRow } from "../../api/generated/types.gen.ts";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";

type Status = InvoiceRow["status"];

const looks: Readonly<Record<Status, { readonly label: string; readonly color: string }>> = {
  Unpaid: { label: "Unpaid", color: "yellow" },
  Processing: { label: "Processing", color: "blue" },
  Paid: { label: "Paid", color: "evergreen" },
  Cancelled: { label: "Canceled", color: "gray" },
};

export function InvoiceStatusBadge({ status, isOverdue }: { readonly status: Status; readonly isOverdue: boolean }) {
  const { label, color } = isOverdue ? { label: "Overdue", color: "red" } : looks[status];
  return <StatusMark color={color}>{label}</StatusMark>;
}

export const statusFilters = [
  { value: "", label: "All statuses" },
  { value: "Unpaid", label: "Unpaid" },
  { value: "overdue", label: "Overdue" },
  { value: "Processing", label: "Processing" },
  { value: "Paid", label: "Paid" },
  { value: "Cancelled", label: "Canceled" },
] as const;
export type StatusFilter = Exclude<(typeof statusFilters)[number]["value"], "">;

/** A status from the URL; undefined for anything else. */
export const statusFilterOf = (text: string | undefined): StatusFilter | undefined =>
  statusFilters.map(({ value }) => value).find((value): value is StatusFilter => value !== "" && value === text);
