import { Alert } from "@mantine/core";
import { startTransition, useEffect, useState } from "react";
import { useSession } from "#app/session/session.ts";
import { SkeletonRows } from "#ui/feedback/loaded.tsx";
import { FileProblem } from "#ui/files/tables/file-table.ts";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { useAllRecipients } from "../use-recipients.ts";
import { ChooseFile } from "./choose-file.tsx";
import { findBegunFile, giveUpFile } from "./draft/find-file.ts";
import { FilePayments } from "./file-payments.tsx";
import { keepJob, type PaymentFileJob, type RowResult } from "./file-store.ts";
import { type PaymentFile, rememberedMapping } from "./payment-file.ts";
import { firstChoices, understand } from "./reading/understand-table.ts";
import { noDecisions } from "./rows/file-rows.ts";

interface Kept {
  readonly job: PaymentFileJob;
  readonly results: readonly RowResult[];
  /** Which time it was loaded, if another browser continued it meanwhile. */
  readonly loaded?: number;
}

/** Each row of the file becomes one request. A run in progress continues after a reload. */
export function PayManyPage() {
  const { user } = useSession();
  const { userId } = user;
  const [kept, setKept] = useState<Kept | "none" | "loading">("loading");
  const [problem, setProblem] = useState<string>();
  // A file that was begun is shown with its recipients: its questions, which come first, depend on them.
  const { isLoading } = useAllRecipients();
  useEffect(() => {
    findBegunFile(userId).then(
      (found) => setKept(found ?? "none"),
      () => {
        setProblem(
          "This browser does not allow storage, perhaps because the window is private. A reload will lose the file.",
        );
        setKept("none");
      },
    );
  }, [userId]);
  const begin = async (file: PaymentFile, source: Blob) => {
    const choices = firstChoices(file.table, rememberedMapping);
    if (understand(file.table, choices).records.length === 0)
      throw new FileProblem("The file has no payments. Each row below the column names must be a payment.");
    const job: PaymentFileJob = { userId, file, source, accountId: "", choices, decisions: noDecisions };
    // Thousands of rows are rendered without stopping the page.
    startTransition(() => setKept({ job, results: [] }));
    await keepJob(job).catch(() => undefined);
  };
  const leave = async () => {
    setKept("none");
    await giveUpFile(userId);
  };
  const reload = async () => {
    const found = await findBegunFile(userId).catch(() => undefined);
    setKept(found === undefined ? "none" : { ...found, loaded: Date.now() });
  };
  return (
    <Page
      title="Pay from a file"
      lead="Each row of a CSV or Excel file becomes a payment request. Rows are never requested twice, and possible duplicates are left out until you include them."
    >
      {problem !== undefined && (
        <Alert color="yellow" mb="md">
          {problem}
        </Alert>
      )}
      {kept === "loading" || (kept !== "none" && isLoading) ? (
        <Section>
          <SkeletonRows />
        </Section>
      ) : kept === "none" ? (
        <ChooseFile onFile={begin} />
      ) : (
        <FilePayments
          key={kept.job.file.id + String(kept.loaded ?? "")}
          job={kept.job}
          results={kept.results}
          onLeave={leave}
          onReload={reload}
        />
      )}
    </Page>
  );
}
