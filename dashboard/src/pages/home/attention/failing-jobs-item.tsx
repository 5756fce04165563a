import { IconAlertTriangle } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { Age } from "#ui/page/age.tsx";
import { asWords, Item, ItemLine, ItemLines, ItemNote } from "./item.tsx";

/** Background work that keeps failing. Only the operator can find out why: the log has the errors. */
export function FailingJobsItem({ jobs }: { readonly jobs: NonNullable<Overview["failingJobs"]> }) {
  return (
    <Item icon={IconAlertTriangle} tone="bad" title="Background work keeps failing" action={undefined}>
      <ItemLines>
        {jobs.map(({ job, since }) => (
          <ItemLine key={job} name={<span title={job}>{asWords(job)}</span>}>
            since <Age at={since} />
          </ItemLine>
        ))}
      </ItemLines>
      <ItemNote>Tell your operator: the service’s log says why.</ItemNote>
    </Item>
  );
}
