import { Alert, Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { getApprovalBatchOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { Age } from "#ui/page/age.tsx";
import { Page } from "#ui/page/page.tsx";
import { RecordPage } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { BatchActions } from "./batch-actions.tsx";
import { BatchRows } from "./batch-rows.tsx";
import { BatchStanding } from "./batch-standing.tsx";
import { DecideBatchDialog, type VerbOfBatch } from "./decide-batch-dialog.tsx";
import { BatchBadge } from "./queue-entry.tsx";
import { type ApprovalBatch, useBatch } from "./use-batch.ts";
import { type SeenContent, useSeenContent } from "./use-seen-content.ts";

const route = getRouteApi("/signedIn/approvals/batches/$batchId");

/** A batch with its requests, to decide about all of it, or to take requests out of it first. */
export function BatchPage() {
  const { batchId } = route.useParams();
  const batch = useBatch(batchId);
  return (
    <Loaded
      query={batch}
      skeleton={
        <Page title="Batch">
          <Section flush>
            <SkeletonRows rows={10} />
          </Section>
        </Page>
      }
    >
      {/* A different batch starts over: what the user has seen of the previous one does not count. */}
      {(found) => <BatchOf key={batchId} batch={found} />}
    </Loaded>
  );
}

function BatchOf({ batch }: { readonly batch: ApprovalBatch }) {
  const [verb, setVerb] = useState<VerbOfBatch>();
  const seen = useSeenContent(batch);
  const { take, readAgain } = useOwnChanges(batch, seen);
  const { name, createdBy, createdAt } = batch;
  return (
    <RecordPage
      title={name}
      status={<BatchBadge batch={batch} />}
      lead={
        <>
          Created by {createdBy.name} <Age at={createdAt} />
        </>
      }
      actions={<BatchActions batch={batch} hasChanged={seen.hasChanged} onDecide={setVerb} onChanged={take} />}
      notices={<HasChanged batch={batch} seen={seen} />}
      below={
        <Section flush aria-label="Payments">
          <BatchRows batch={batch} onChanged={take} onDecided={() => void readAgain()} />
        </Section>
      }
    >
      <Section>
        <BatchStanding batch={batch} />
      </Section>
      {verb !== undefined && seen.content !== undefined && (
        <DecideBatchDialog
          verb={verb}
          batch={batch}
          content={seen.content}
          onClose={(decisionId) => {
            setVerb(undefined);
            if (decisionId !== undefined) seen.expect(decisionId);
            void readAgain();
          }}
        />
      )}
    </RecordPage>
  );
}

/** What the user changes is seen by the user; everything else is reported. */
function useOwnChanges({ batchId, decision }: ApprovalBatch, { see }: SeenContent) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const { queryKey, queryFn } = getApprovalBatchOptions({ path: { batchId } });
  // The rows show what happened to them.
  const ended = decision?.state === "done" ? decision.decisionId : undefined;
  useEffect(() => {
    if (ended !== undefined) void refresh("approvals", "transactions");
  }, [refresh, ended]);
  const take = (changed: ApprovalBatch) => {
    // An answer that is on its way may be from before the change.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, changed);
    see(changed);
  };
  /** After decisions about single requests. */
  const readAgain = async () => {
    await queryClient.cancelQueries({ queryKey });
    take(await queryClient.fetchQuery({ queryKey, ...(queryFn === undefined ? {} : { queryFn }), staleTime: 0 }));
    await refresh("approvals", "transactions");
  };
  return { take, readAgain };
}

function HasChanged({
  batch,
  seen: { hasChanged, see },
}: {
  readonly batch: ApprovalBatch;
  readonly seen: SeenContent;
}) {
  if (!hasChanged) return null;
  return (
    <Alert color="orange" role="alert" title="This batch changed since you opened it">
      Payments were decided, removed, or changed. Review what the batch contains now.
      <Group mt="xs">
        <Button size="xs" variant="default" onClick={() => see(batch)}>
          Mark changes as reviewed
        </Button>
      </Group>
    </Alert>
  );
}
