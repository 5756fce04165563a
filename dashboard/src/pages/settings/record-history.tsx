import { useQuery } from "@tanstack/react-query";
import { listAuditEntriesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { ChangeLines } from "#ui/changes/changes.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { RecordTimeline } from "#ui/page/record-timeline.tsx";
import { Section } from "#ui/page/section.tsx";
import { Sentence } from "./audit/sentence.tsx";

const LATEST = 6;

/** The latest entries about a record of the settings; none for those who may not read the audit log. */
export const useRecordHistory = (type: string, id: string) =>
  useQuery({
    ...listAuditEntriesOptions({ query: { resourceType: type, resourceId: id, order: "desc", limit: LATEST } }),
    enabled: useRight("readAudit"),
  });

/** Who changed a record of the settings, newest first; for those who may read the audit log. */
export function RecordHistory({
  type,
  id,
  title = "Timeline",
}: {
  readonly type: string;
  readonly id: string;
  readonly title?: string;
}) {
  const mayRead = useRight("readAudit");
  const log = useRecordHistory(type, id);
  if (!mayRead || log.data?.entries.length === 0) return null;
  return (
    <Section
      title={title}
      actions={
        <TextLink to="/settings/audit" search={{ thing: type, id }} size="sm">
          Audit log
        </TextLink>
      }
    >
      <Loaded query={log} skeleton={<SkeletonRows rows={1} height={44} />}>
        {({ entries }) => (
          <RecordTimeline
            items={entries.map(({ at, sentence, changes }) => {
              // What was set when it was created is in its facts.
              const changed = changes.filter(({ before }) => before !== null);
              return {
                at,
                title: <Sentence parts={sentence} here={id} />,
                detail: changed.length > 0 && (
                  <ChangeLines
                    changes={changed.map(({ label, before, after }) => ({
                      label,
                      before: before ?? undefined,
                      after: after ?? undefined,
                    }))}
                  />
                ),
              };
            })}
          />
        )}
      </Loaded>
    </Section>
  );
}
