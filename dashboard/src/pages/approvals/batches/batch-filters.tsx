import { FilterChips } from "#ui/money-table/filters/filter-chips.tsx";
import { flaggedField, statusField } from "../queue/queue-filters.tsx";
import { queueStatusNames } from "../queue/queue-status.ts";
import type { QueueSearch } from "../queue-search.ts";

const { all, ...statusNames } = queueStatusNames;

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
      fields={[flaggedField(search, onChange), statusField(search, onChange, statusNames, all)]}
      onClear={() => onChange({ status: undefined, flagged: undefined })}
    />
  );
}
