import { Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { choicesOf } from "../../ui/money/transaction-labels.ts";
import classes from "./queue.module.css";
import { isQueueStatus, queueStatusNames, SHOWN_FIRST } from "./queue-status.ts";
import type { QueueSearch } from "./routes.ts";

/** The filters of the queue, kept in the URL. */
export function QueueFilters({
  search,
  onChange,
}: {
  readonly search: Partial<QueueSearch>;
  readonly onChange: (part: Partial<QueueSearch>) => void;
}) {
  const seesAccounts = useRight("fetchDepositoryAccounts");
  const accounts = useQuery({ ...getAccountsOptions(), enabled: seesAccounts });
  const value = (text: string) => (text === "" ? undefined : text);
  return (
    <Group px="md" py="sm" gap="xs" className={classes["filters"] ?? ""}>
      <SegmentedControl
        aria-label="Requests shown"
        size="sm"
        value={search.mine ? "mine" : "all"}
        onChange={(whose) => onChange({ mine: whose === "mine" ? true : undefined })}
        data={[
          { value: "all", label: "All" },
          { value: "mine", label: "Needs my approval" },
        ]}
      />
      <NativeSelect
        aria-label="Status"
        value={search.status ?? SHOWN_FIRST}
        onChange={({ currentTarget: { value: status } }) =>
          onChange({ status: isQueueStatus(status) && status !== SHOWN_FIRST ? status : undefined })
        }
        data={choicesOf(queueStatusNames)}
      />
      <NativeSelect
        aria-label="Kind"
        value={search.kind ?? ""}
        onChange={({ currentTarget }) =>
          onChange({ kind: (["payment", "transfer"] as const).find((kind) => kind === currentTarget.value) })
        }
        data={[
          { value: "", label: "Payments and transfers" },
          { value: "payment", label: "Payments" },
          { value: "transfer", label: "Transfers" },
        ]}
      />
      {seesAccounts && (
        <NativeSelect
          aria-label="Account"
          value={search.account ?? ""}
          onChange={({ currentTarget }) => onChange({ account: value(currentTarget.value) })}
          data={[
            { value: "", label: "All accounts" },
            ...(accounts.data?.accounts ?? []).map(({ id, name, nickname }) => ({
              value: id,
              label: nickname ?? name,
            })),
          ]}
        />
      )}
    </Group>
  );
}
