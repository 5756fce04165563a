import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { runAdminCommand } from "#administration/commands/commands.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { runHandOver } from "#payments/payments/bank/hand-over.ts";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { operator, type TestOrganization, type TestWorld } from "../service/full-app.ts";
import { recordingRail } from "../service/recording-rail.ts";
import { payOne } from "../worlds/pay.ts";
import { browse, provedIn } from "../worlds/people.ts";
import { agreed, twoAdministrators } from "../worlds/two-people.ts";

/** Made up: no name of a real list. */
const SDN = [
  '101,"VARGAS BLACKWOOD, Dmitri","individual","SDNT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 01 Jan 1970."',
  '102,"ZARANTI HOLDING COMPANY",-0- ,"IRAN",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
].join("\r\n");
const ALT = '101,1,"aka","WARGAS, Dimitri",-0- \r\n';

export const ON_THE_LIST = "Dmitri Vargas Blackwood";

/** An organization of two administrators, a bank that records what it gets, and what screens. */
export async function openScreening(world: TestWorld) {
  const { organization, ada, ben } = await twoAdministrators(world);
  await organization.deposit(organization.accountId, 1_000_000_00n);
  const { organizationId } = organization;
  const rail = recordingRail();
  const screening = world.app.jobs.find(({ name }) => name === "screening");
  assert.ok(screening);
  const call = (cookie: string, url: string, body?: unknown) =>
    browse(world.app, { url, cookie, ...(body === undefined ? {} : { body }) });

  // Sessions end while the clock moves.
  const asAda = () => provedIn(world.app, ada);
  const asBen = () => provedIn(world.app, ben);

  /** Rounds of screening and hand-over until both have nothing to do. */
  const work = () =>
    acrossOrganizations(async () => {
      for (let idle = 0; idle < 2; ) {
        const done = (await screening.run()) + (await runHandOver(world.service, rail));
        idle = done === 0 ? idle + 1 : 0;
      }
    });
  const pay = (recipientId: TestOrganization["recipientId"], amountMinor = 100_00n): Promise<TransactionId> =>
    payOne(world.service, { ...organization, recipientId }, { method: "realTimePayment", amountMinor });
  return {
    world,
    organization,
    ada,
    ben,
    asAda,
    asBen,
    rail,
    call,
    work,
    pay,
    screening,
    loadList: (files: Readonly<Record<string, string>> = { "SDN.CSV": SDN, "ALT.CSV": ALT }) =>
      runAdminCommand(
        { service: world.service, sandbox: undefined },
        {
          command: "screening.load",
          input: {
            organization: organizationId,
            files: Object.entries(files).map(([name, text]) => ({
              name,
              contentBase64: Buffer.from(text).toString("base64"),
            })),
          },
          actor: operator,
        },
      ),
    /** Two administrators agree to what screens. */
    choose: async (settings: Readonly<Record<string, unknown>>) => {
      const chosen = { kind: "list", url: null, threshold: 85, countries: [], failAfterHours: null, ...settings };
      const answer = await agreed(world.app, { url: "/screening", body: chosen, cookie: await asAda() }, await asBen());
      assert.ok(answer.status < 300, answer.text);
    },
    /** A payment to a new recipient of this name. */
    payTo: async (name: string) => {
      const recipientId = await organization.newRecipient(name);
      return { recipientId, transactionId: await pay(recipientId) };
    },
    left: (id: TransactionId) => rail.received.filter(({ instructionId }) => instructionId === id).length,
    statusOf: async (id: TransactionId) =>
      (
        await world.service.database.one<{ status: string }>(sql`
          select status from transactions where organization_id = ${organizationId} and transaction_id = ${id}`)
      ).status,
    openCases: async (): Promise<readonly ShownCase[]> => (await call(await asAda(), "/screening/cases")).body.cases,
    propose: (cookie: string, caseId: string, verdict: "clear" | "confirm" = "clear") =>
      call(cookie, `/screening/cases/${caseId}/decision`, { verdict, reason: "Another date of birth" }),
    timelineOf: async (id: TransactionId): Promise<readonly string[]> =>
      (await call(await asAda(), `/transaction/${id}/timeline`)).body.entries.map(({ text }: { text: string }) => text),
  };
}
export type OpenedScreening = Awaited<ReturnType<typeof openScreening>>;

export interface ShownCase {
  readonly id: string;
  readonly recipientId: string;
  readonly names: readonly string[];
  readonly listedName: string;
  readonly entryId: string;
}

export interface Question {
  readonly checkId: string;
  readonly parties: readonly { readonly id: string; readonly names: readonly string[] }[];
}

/** A screening service at a URL: answers as the test says, by default that nobody but ON_THE_LIST is on its list. */
export async function openScreener(t: TestContext) {
  const behavior = { answer: honestly as (question: Question) => unknown, status: 200 };
  const receiver = await openReceiver(t, (_request, response) => {
    const question: Question = JSON.parse(receiver.requests.at(-1)?.body ?? "{}");
    const answer = behavior.answer(question);
    if (answer === "never") return;
    response.statusCode = behavior.status;
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  return { receiver, behavior, url: `${receiver.origin}/screen` };
}

const match = (name: string) => ({ list: "Test list", entryId: "7", listedName: ON_THE_LIST, name, score: 97 });

export const honestly = ({ checkId, parties }: Question) => ({
  checkId,
  parties: parties.map(({ id, names }) => ({
    id,
    matches: names.filter((name) => name === ON_THE_LIST).map(match),
  })),
});
