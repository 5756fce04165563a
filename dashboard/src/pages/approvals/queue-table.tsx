import { Checkbox, Table, VisuallyHidden } from "@mantine/core";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Money } from "../../ui/money/money.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { Age } from "../../ui/page/age.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import cells from "../../ui/table/cells.module.css";
import { isDecidable, type QueuedRequest } from "./decisions.ts";
import classes from "./queue.module.css";

interface Selecting {
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (row: QueuedRequest) => void;
}

const isToBePaid = ({ status }: QueuedRequest): boolean => status === "pendingApproval" || status === "approved";

/** `currentId` is the row that keyboard shortcuts act on. */
export function QueueTable({
  rows,
  currentId,
  selected,
  onToggle,
  onToggleAll,
}: Selecting & {
  readonly rows: readonly QueuedRequest[];
  readonly currentId: string | undefined;
  readonly onToggleAll: (on: boolean) => void;
}) {
  const able = rows.filter(isDecidable);
  const chosen = able.filter((row) => selected.has(row.requestId)).length;
  return (
    <div className={classes["scroll"]}>
      <Table aria-label="Requests" className={`${cells["cells"]} ${classes["table"]}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Checkbox
                aria-label="Select all"
                size="xs"
                disabled={able.length === 0}
                checked={able.length > 0 && chosen === able.length}
                indeterminate={chosen > 0 && chosen < able.length}
                onChange={({ currentTarget }) => onToggleAll(currentTarget.checked)}
              />
            </Table.Th>
            <Table.Th>Recipient</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th>Method</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>Requested by</Table.Th>
            <Table.Th>Requested</Table.Th>
            <Table.Th>Approvals</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <QueueLine
              key={row.requestId}
              row={row}
              isCurrent={row.requestId === currentId}
              selected={selected}
              onToggle={onToggle}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function QueueLine({
  row,
  isCurrent,
  selected,
  onToggle,
}: Selecting & { readonly row: QueuedRequest; readonly isCurrent: boolean }) {
  const { requestId, payeeName } = row;
  const isSelected = selected.has(requestId);
  return (
    <Table.Tr
      data-request={requestId}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      {...(isCurrent ? { "aria-current": true } : {})}
    >
      <Table.Td className={classes["select"] ?? ""}>
        <Checkbox
          size="xs"
          aria-label={`Select ${payeeName}`}
          disabled={!isDecidable(row)}
          checked={isSelected}
          onChange={() => onToggle(row)}
        />
      </Table.Td>
      <Table.Td>
        <TextLink
          to="/approvals/$requestId"
          params={{ requestId: requestId }}
          inherit
          className={classes["payee"] ?? ""}
          c="var(--mantine-color-text)"
        >
          {payeeName}
        </TextLink>
        {row.problem !== null && <span className={classes["problem"]}>{row.problem}</span>}
      </Table.Td>
      <Table.Td ta="right">
        <Money amount={row.amount} fw={550} />
      </Table.Td>
      <Table.Td className={classes["wide"] ?? ""}>{methodName(row.paymentMethod)}</Table.Td>
      <Table.Td className={classes["wide"] ?? ""}>{row.accountName}</Table.Td>
      <Table.Td className={classes["narrow"] ?? ""}>
        <Requester requester={row.requester} />
      </Table.Td>
      <Table.Td className={classes["wide"] ?? ""}>
        <Age at={row.createdAt} />
      </Table.Td>
      <Table.Td className={`figures ${classes["wide"]}`}>
        {row.approvalsGiven} of {row.approvalsRequired}
      </Table.Td>
      <Table.Td className={classes["narrow"] ?? ""}>
        <Status row={row} />
      </Table.Td>
    </Table.Tr>
  );
}

function Requester({ requester: { name, tokenName } }: { readonly requester: QueuedRequest["requester"] }) {
  if (name === null || tokenName === null) return name ?? tokenName ?? "Unknown";
  return (
    <>
      {name} <VisuallyHidden>with token</VisuallyHidden>
      <span>({tokenName})</span>
    </>
  );
}

function Status({ row }: { readonly row: QueuedRequest }) {
  const { status, mayDecide, scheduledSendDate } = row;
  const label = mayDecide ? "Needs your approval" : statusLabels[status];
  return (
    <>
      <StatusBadge status={status} {...(label === undefined ? {} : { label })} />
      {scheduledSendDate !== null && isToBePaid(row) && <> send on {formatDay(scheduledSendDate)}</>}
    </>
  );
}

/** Where the queue's wording differs from StatusBadge. */
const statusLabels: Readonly<Record<string, string>> = { pendingApproval: "Pending", cancelled: "Withdrawn" };
