import { choicesOf } from "../../../ui/money/transaction-labels.ts";
import { choiceLabels, OneChoice } from "../../../ui/money-table/filters/choices.tsx";
import { FilterChips } from "../../../ui/money-table/filters/filter-chips.tsx";
import { flaggedField } from "../queue/queue-filters.tsx";
import { isQueueStatus, queueStatusNames } from "../queue/queue-status.ts";
import type { QueueSearch } from "../queue-search.ts";

const { all, ...statusNames } = queueStatusNames;
const statuses = choicesOf(statusNames);

/** The filters of a batch's requests, kept in the URL. */
export function BatchFilters({
  search,
  onChange,
}: {
  readonly search: Partial<QueueSearch>;
  readonly onChange: (part: Partial<QueueSearch>) => void;
}) {
  return (
    <FilterChips
      fields={[
        flaggedField(search, onChange),
        {
          id: "status",
          label: "Status",
          value: choiceLabels(statuses, search.status),
          onRemove: () => onChange({ status: undefined }),
          editor: (
            <OneChoice
              legend="Status"
              choices={statuses}
              any={all}
              value={search.status}
              onChange={(status) => onChange({ status: isQueueStatus(status) ? status : undefined })}
            />
          ),
        },
      ]}
      onClear={() => onChange({ status: undefined, flagged: undefined })}
    />
  );
}
