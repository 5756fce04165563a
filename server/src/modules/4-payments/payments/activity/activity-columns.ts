import { newYorkClock } from "bursar-banking/calendar/new-york";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import type { TransactionStatus } from "../states/transaction-states.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import type { ActivityColumn } from "./activity-parameters.ts";
import { type ExportedColumn, exportedColumns } from "./export-transactions.ts";

/** As the dashboard shows them; the exports of the API have the API's values. */
const kinds: Readonly<Record<string, string | undefined>> = {
  outgoingPayment: "Payment",
  internalTransfer: "Transfer",
  treasuryTransfer: "Treasury transfer",
  externalTransfer: "Deposit",
  incomingDomesticWire: "Incoming wire",
  incomingInternationalWire: "Incoming international wire",
  checkDeposit: "Check deposit",
  wireFee: "Wire fee",
  interestPayment: "Interest",
  other: "Other",
};
const statuses: Readonly<Record<TransactionStatus, string>> = {
  pending: "Pending",
  sent: "Sent",
  cancelled: "Canceled",
  failed: "Failed",
  reversed: "Returned",
  blocked: "Blocked",
};

const { id, account, counterparty, amount, memo, note, category, trackingNumber, checkNumber } = exportedColumns;

/** The columns of a file of the table. Widths are in characters. */
export const activityColumns: Readonly<Record<ActivityColumn, ExportedColumn & { readonly width: number }>> = {
  counterparty: { ...counterparty, width: 32 },
  memo: { ...memo, width: 28 },
  note: { ...note, width: 28 },
  account: { ...account, width: 20 },
  method: { header: "Payment method", of: ({ row }) => row.method && methodTable[row.method].name, width: 18 },
  category: { ...category, width: 20 },
  created: { header: "Created (ET)", of: ({ row }) => newYorkClock(row.created_at), width: 20 },
  posted: { header: "Posted (ET)", of: ({ row }) => row.posted_at && newYorkClock(row.posted_at), width: 20 },
  due: {
    header: "Due (ET)",
    of: ({ row }) => row.estimated_delivery_at && newYorkClock(row.estimated_delivery_at),
    width: 20,
  },
  kind: { header: "Type", of: ({ row }) => kinds[row.kind] ?? row.kind, width: 16 },
  status: { header: "Status", of: ({ row }) => statusOf(row), width: 12 },
  requester: { header: "Requested by", of: ({ requester }) => requester, width: 24 },
  amount: { ...amount, width: 16 },
  trackingNumber: { ...trackingNumber, width: 24 },
  checkNumber: { ...checkNumber, width: 14 },
  id: { ...id, width: 38 },
};

/** What arrived was not sent by its receiver. */
const statusOf = ({ status, amount_minor: minor }: TransactionRow): string =>
  status === "sent" && minor > 0n ? "Received" : statuses[status];
