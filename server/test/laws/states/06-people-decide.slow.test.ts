import { before, describe } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { InvitationId, RecipientId, RequestId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { inviteStates, recipientChangeStates } from "#money/recipients";
import { decideBankDetailChange } from "#money/recipients/changes/decide-change.ts";
import {
  insertRecipientChange,
  lockProposals,
  overtakeProposal,
  type RecipientChangeId,
} from "#money/recipients/changes/recipient-changes.queries.ts";
import { hashOfInvite, type InviteRowId } from "#money/recipients/invites/recipient-invite.ts";
import { lockInviteBySecret, markCompleted } from "#money/recipients/invites/recipient-invites.queries.ts";
import { requestStates } from "#payments/approvals";
import { lockRequest, updateDecided } from "#payments/approvals/requests/approval-requests.queries.ts";
import {
  type AnyChangeKind,
  changeKinds,
  controlChangeStates,
  decideControlChange,
  proposeChange,
} from "#records/controls";
import { invitationStates } from "#records/people";
import {
  insertInvitation,
  lockInvitationBySecret,
  markAccepted,
  withdrawById,
} from "#records/people/invitations/invitations.queries.ts";
import { latestInvite } from "../../kit/databases/state-columns.queries.ts";
import { vouchForRow } from "../../kit/proofs/vouch-for.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { decide, newUser, paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { everyTrigger } from "../../kit/worlds/every-trigger.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 6 for what users decide: every state × every trigger of approval requests, changes, invites, and invitations. */

describe("every state × every trigger", () => {
  let ada: UserId;
  let ben: UserId;

  before(async () => {
    ada = await newUser(world.service, organization, { role: "administrator" });
    ben = await newUser(world.service, organization, { role: "administrator" });
    await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
  });

  const owner = () => world.owner();
  const now = () => world.clock.now();
  const db = () => world.service.database;
  const own = () => organization.organizationId;
  const call = async (request: Parameters<typeof inject>[2]) => {
    const answer = await inject(world.app, organization.token, request);
    if (answer.status >= 400) throw Object.assign(new Error(answer.text), { code: answer.body.errors.errorCode });
    return answer.body;
  };

  const moveRequest = (trigger: "schedule" | "pay" | "reopen") => (id: string) =>
    db().transaction(async (tx) => {
      await lockRequest(tx, own(), id);
      return updateDecided(tx, own(), id as RequestId, {
        trigger,
        transactionId: trigger === "pay" ? world.service.newId<TransactionId>() : null,
        decidedAt: trigger === "reopen" ? null : now(),
        problem: null,
      });
    });
  everyTrigger(requestStates, {
    owner,
    life: {
      key: "request_id",
      begin: {
        pendingApproval: async () => (await call(paymentRequest(organization, { sendOn: "2026-12-05" }))).requestId,
      },
      commands: {
        approve: (requestId) => decide(world.service, organization, { requestId, userId: ben }),
        reject: (requestId) => decide(world.service, organization, { requestId, userId: ben, decision: "reject" }),
        withdraw: (requestId) => decide(world.service, organization, { requestId, userId: ada, decision: "withdraw" }),
      },
      statements: { schedule: moveRequest("schedule"), pay: moveRequest("pay"), reopen: moveRequest("reopen") },
    },
  });

  let base = "as it was";
  const kindOfChange: AnyChangeKind = {
    name: "test",
    permission: "manageUsers",
    whoMay: async () => [ada, ben],
    baseOf: async () => base,
    apply: async () => undefined,
    describe: async () => "A test",
  };
  const decideOn = (verb: "confirm" | "decline" | "withdraw") => (changeId: string) => {
    const userId = verb === "withdraw" ? ada : ben;
    const decision = { organizationId: own(), changeId, userId, actor: { type: "user", id: userId }, verb } as const;
    return db().transaction((tx) => decideControlChange(world.service, tx, changeKinds([kindOfChange]), decision));
  };
  everyTrigger(controlChangeStates, {
    owner,
    life: {
      key: "change_id",
      begin: {
        proposed: () =>
          db().transaction(async (tx) => {
            const subject = world.service.newId();
            const actor = { type: "user", id: ada } as const;
            const proposed = { organizationId: own(), proposer: ada, actor, subject, proposal: {} };
            return (await proposeChange(world.service, tx, kindOfChange, proposed)).change.changeId;
          }),
      },
      commands: { confirm: decideOn("confirm"), decline: decideOn("decline"), withdraw: decideOn("withdraw") },
      statements: {
        overtake: async (changeId) => {
          base = "changed";
          await decideOn("confirm")(changeId).finally(() => {
            base = "as it was";
          });
        },
      },
    },
  });

  const recipientOf = new Map<string, RecipientId>();
  const renamed = (status: "proposed" | "applied") => async () => {
    const recipientId = await organization.newRecipient("Globex");
    const changeId = world.service.newId<RecipientChangeId>();
    recipientOf.set(changeId, recipientId);
    await db().transaction((tx) =>
      insertRecipientChange(tx, own(), {
        change_id: changeId,
        recipient_id: recipientId,
        method: null,
        before_name: "Globex",
        after_name: "Globex Inc.",
        before_routing_id: null,
        after_routing_id: null,
        status,
        changed_by_user: ada,
        changed_by_token: null,
        token_made_by: null,
        through_invite: false,
        invite_made_by: null,
        changed_at: now(),
      }),
    );
    return changeId;
  };
  const recipientIdOf = (changeId: string) => recipientOf.get(changeId) ?? organization.recipientId;
  const decideName = (verb: "confirm" | "decline") => (changeId: string) => {
    const recipientId = recipientIdOf(changeId);
    const decision = { organizationId: own(), recipientId, changeId, userId: ben, verb } as const;
    const actor = { type: "user", id: ben } as const;
    return db().transaction((tx) => decideBankDetailChange(world.service, tx, { ...decision, actor }));
  };
  everyTrigger(recipientChangeStates, {
    owner,
    life: {
      key: "change_id",
      begin: { proposed: renamed("proposed"), applied: renamed("applied") },
      commands: { confirm: decideName("confirm"), decline: decideName("decline") },
      statements: {
        overtake: (changeId) =>
          db().transaction(async (tx) => {
            await lockProposals(tx, own(), recipientIdOf(changeId));
            return overtakeProposal(tx, own(), { recipientId: recipientIdOf(changeId), method: null, at: now() });
          }),
      },
    },
  });

  const linkOf = new Map<string, string>();
  everyTrigger(inviteStates, {
    owner,
    life: {
      key: "invite_row_id",
      vouch: (id) => vouchForRow(world.service, { organizationId: own(), table: "recipient_invites", key: id }),
      begin: {
        created: async () => {
          const contactEmail = `${world.service.newId()}@example.com`;
          const asked = { contactEmail, name: "Globex", paymentMethods: ["ach"], requireTaxDocument: false };
          const made = await call({ url: "/recipients/invites", body: { ...asked, sendEmail: false } });
          const { id } = await latestInvite(owner(), own());
          linkOf.set(id, made.id);
          return id;
        },
      },
      commands: { withdraw: (id) => call({ method: "DELETE", url: `/recipients/invites/${linkOf.get(id)}` }) },
      statements: {
        // A withdrawn invite is not found, so there are two refusals
        // (scenarios/recipients/recipient-invites.slow.test.ts).
        resend: (id) => call({ url: `/recipients/invites/${linkOf.get(id)}/resend`, body: {} }),
        complete: (id) =>
          db().transaction(async (tx) => {
            await lockInviteBySecret(tx, own(), hashOfInvite(world.service, linkOf.get(id) ?? ""));
            const { recipientId } = organization;
            return markCompleted(tx, own(), { id: id as InviteRowId, recipientId, at: now() });
          }),
      },
    },
  });

  everyTrigger(invitationStates, {
    owner,
    life: {
      key: "invitation_id",
      begin: {
        open: async () => {
          const invitationId = world.service.newId<InvitationId>();
          await db().transaction((tx) =>
            insertInvitation(tx, own(), {
              invitation_id: invitationId,
              secret_hash: Buffer.from(invitationId),
              purpose: "join",
              email: "carl@example.com",
              first_name: "Carl",
              last_name: "Ito",
              role: "viewer",
              custom_permissions: [],
              user_id: null,
              invited_by: ada,
              confirmed_by: null,
              asked_for: false,
              created_at: now(),
              expires_at: plusMs(now(), DAY_MS),
            }),
          );
          return invitationId;
        },
      },
      vouch: (id) => vouchForRow(world.service, { organizationId: own(), table: "invitations", key: id }),
      statements: {
        accept: (id) =>
          db().transaction(async (tx) => {
            await lockInvitationBySecret(tx, own(), Buffer.from(id), now());
            return markAccepted(tx, own(), id as InvitationId, now());
          }),
        withdraw: (id) => db().transaction((tx) => withdrawById(tx, own(), id, now())),
      },
    },
  });
});
