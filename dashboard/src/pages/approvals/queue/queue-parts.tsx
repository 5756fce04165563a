import { Empty } from "#ui/feedback/empty.tsx";
import { Pager } from "#ui/table/pager.tsx";
import type { QueueSearch } from "../queue-search.ts";

/** The API pages forward only; the browser's history goes back. */
export function QueuePager({
  page,
  search,
  onTurn,
}: {
  readonly page: { readonly nextPage?: string };
  readonly search: Partial<QueueSearch>;
  readonly onTurn: (part: Partial<QueueSearch>) => void;
}) {
  return (
    <Pager
      page={{
        ...page,
        ...(search.start_after === undefined ? {} : { previousPage: "back" }),
      }}
      onTurn={({ start_after: next }) => (next === undefined ? window.history.back() : onTurn({ start_after: next }))}
    />
  );
}

export function NothingQueued({ search }: { readonly search: Partial<QueueSearch> }) {
  if (search.flagged) return <Empty title="No flagged requests">Clear the filter to see the others.</Empty>;
  if (search.mine)
    return (
      <Empty title="Nothing needs your approval">
        Other requests may be pending. Turn off “Needs my approval” to see them.
      </Empty>
    );
  if (search.status !== undefined || search.kind !== undefined || search.account !== undefined)
    return <Empty title="No requests match these filters" />;
  return <Empty title="No pending requests">Requests made on the Pay page or through the API appear here.</Empty>;
}
