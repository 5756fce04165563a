import { randomBytes, randomUUID } from "node:crypto";
import { describe } from "node:test";
import type { ConnectionId } from "#bank/exchange";
import { bankFileStates } from "#bank/exchange";
import type { BankFileId } from "#bank/exchange/bank-file.ts";
import { decideFile } from "#bank/exchange/bank-files.queries.ts";
import {
  insertIncomingFiles,
  lockReceived,
  markProcessed,
  markSetAside,
} from "#bank/exchange/receiving/receiving.queries.ts";
import {
  claimDue,
  markDeferred,
  markFilesAnswered,
  markSent,
  markTroubled,
} from "#bank/exchange/sending/sending.queries.ts";
import {
  closeOpenFile,
  dropOpenFile,
  insertOpenFile,
  insertOutgoingFiles,
} from "#bank/exchange/sending/writing.queries.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { everyTrigger } from "../../kit/worlds/every-trigger.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 6 for bank files: every state × every trigger of their table. */

describe("every state × every trigger of bank files", () => {
  const token = randomUUID();
  const now = () => world.clock.now();
  const own = () => organization.organizationId;
  const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => world.service.database.transaction(work);
  // The service created these IDs.
  const key = (id: string) => ({ organizationId: own(), fileId: id as BankFileId });
  const content = () => ({
    object_name: randomUUID(),
    content_key: randomBytes(40),
    bytes: 3,
    sha256: randomBytes(32),
  });

  /** Each file has a connection of its own, so that claiming the next file of a connection claims this one. */
  const connections = new Map<string, ConnectionId>();
  const newFile = () => {
    const fileId = world.service.newId<BankFileId>();
    const connectionId = randomUUID() as ConnectionId;
    connections.set(fileId, connectionId);
    return { fileId, connectionId, rail: "ach", at: now() } as const;
  };
  const connectionOf = (id: string) => connections.get(id) ?? (id as ConnectionId);

  const outgoing = (state: "written" | "rehearsed" | "kept") => async () => {
    const file = newFile();
    const facts = { ...content(), format: "nacha", name: file.fileId, state, messageId: undefined } as const;
    const written = { ...file, ...facts, transactions: 1, answerWithinMs: undefined };
    await inTx((tx) => insertOutgoingFiles(tx, own(), { files: [written], at: now() }));
    return file.fileId;
  };
  const open = async () => {
    const file = newFile();
    await inTx((tx) => insertOpenFile(tx, own(), { ...file, format: "nacha", closesAt: now() }));
    return file.fileId;
  };
  const incoming = (state: "received" | "repeated" | "quarantined") => async () => {
    const file = newFile();
    const facts = { state, reason: state === "received" ? null : "A reason.", name: "in.txt" };
    const repeatsFileId = state === "repeated" ? file.fileId : null;
    const arrived = { ...file, ...facts, remote: undefined, content: content(), repeatsFileId };
    await inTx((tx) => insertIncomingFiles(tx, own(), { files: [arrived], at: now() }));
    return file.fileId;
  };

  const close = (trigger: "close" | "rehearse") => (id: string) =>
    inTx((tx) =>
      closeOpenFile(tx, own(), {
        ...content(),
        ...key(id),
        trigger,
        name: id,
        messageId: undefined,
        transactions: 0,
        answerWithinMs: undefined,
      }),
    );
  const troubled = (trigger: "doubt" | "withhold") => (id: string) =>
    inTx((tx) => markTroubled(tx, key(id), { trigger, token, reason: "A reason.", at: now() }));
  const answered = (trigger: "acknowledge" | "reject") => (id: string) =>
    inTx((tx) =>
      markFilesAnswered(tx, own(), {
        fileIds: [key(id).fileId],
        trigger,
        reason: trigger === "reject" ? "A reason." : null,
        at: now(),
      }),
    );
  const decided = (trigger: "resend" | "settle" | "release" | "retry" | "dismiss") => (id: string) =>
    inTx((tx) => decideFile(tx, key(id), { trigger, at: now() }));

  everyTrigger(bankFileStates, {
    owner: () => world.owner(),
    life: {
      key: "file_id",
      begin: {
        open,
        written: outgoing("written"),
        rehearsed: outgoing("rehearsed"),
        kept: outgoing("kept"),
        received: incoming("received"),
        repeated: incoming("repeated"),
        quarantined: incoming("quarantined"),
      },
      statements: {
        close: close("close"),
        rehearse: close("rehearse"),
        drop: (id) => inTx((tx) => dropOpenFile(tx, own(), key(id).fileId)),
        claim: (id) =>
          inTx(async (tx) => {
            const channel = { organizationId: own(), connectionId: connectionOf(id) };
            return (await claimDue(tx, channel, { token, now: now(), limit: 1 }))[0];
          }),
        defer: (id) =>
          inTx((tx) => markDeferred(tx, own(), { fileIds: [key(id).fileId], token, reason: "Away.", retryAt: now() })),
        confirm: (id) => inTx((tx) => markSent(tx, own(), { fileIds: [key(id).fileId], token, at: now() })),
        doubt: troubled("doubt"),
        withhold: troubled("withhold"),
        acknowledge: answered("acknowledge"),
        reject: answered("reject"),
        resend: decided("resend"),
        settle: decided("settle"),
        release: decided("release"),
        retry: decided("retry"),
        dismiss: decided("dismiss"),
        process: (id) =>
          inTx(async (tx) => {
            const { fileId } = key(id);
            await lockReceived(tx, own(), [fileId]);
            const file = { fileId, format: "bai2", messageId: undefined, transactions: 1, tolerated: [] } as const;
            return markProcessed(tx, own(), { files: [file], at: now() });
          }),
        quarantine: (id) =>
          inTx((tx) =>
            markSetAside(tx, key(id), { format: "bai2", messageId: undefined, reason: "A reason.", at: now() }),
          ),
      },
    },
  });
});
