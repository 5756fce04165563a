import type { Service } from "../../../kernel/process/service.ts";
import type { ArrivedFile, IncomingHandler, Quarantine } from "../../bank-files/index.ts";
import type { BankChannels, BankFiles } from "../channels.ts";
import { applyAchAnswers } from "./apply-ach-answers.ts";
import { QuarantinedFile } from "./quarantine.ts";
import { readAchFile } from "./read-ach-file.ts";

/** Processes received Nacha files: returns and notifications of change. */
export const achHandler = (
  service: Service,
  { channels, files }: { readonly channels: BankChannels; readonly files: BankFiles },
): IncomingHandler => ({
  formats: ["nacha"],
  read: (file) =>
    orQuarantine(async () => {
      const { organizationId, connectionId, fileId } = file;
      const connection =
        file.rail === "ach" ? await channels.findConnection(service.database, organizationId, connectionId) : undefined;
      if (connection === undefined) return { quarantine: "It is a Nacha file, and this connection is not for ACH." };
      const answers = await readAchFile(chunksOf(file), connection.settings);
      return {
        apply: (tx) =>
          orQuarantine(async () => {
            const received = { ...answers, organizationId, connectionId, fileId };
            const about = await applyAchAnswers({ service, files }, tx, received);
            return {
              transactions: about.length,
              payments: about.map((payment) => ({ ...payment, purpose: "answer" as const })),
            };
          }),
      };
    }),
});

const chunksOf = (file: ArrivedFile): AsyncIterable<Uint8Array> => file.chunks();

async function orQuarantine<Result>(work: () => Promise<Result>): Promise<Result | Quarantine> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QuarantinedFile) return { quarantine: error.message };
    throw error;
  }
}
