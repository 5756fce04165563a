import { before, describe } from "node:test";
import { type AnswerId, type AnswerTrigger, answerStates, decideAnswers, recordAnswers } from "#bank/file-rails";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { DeliveryId, EndpointId, EventId, TransactionId } from "#kernel/values/ids.ts";
import { submissionStates } from "#payments/payments";
import {
  claimStale,
  claimWaiting,
  holdWaiting,
  markAnswered,
  markHandedOver,
  markReceived,
  queuePaymentNow,
} from "#payments/payments/bank/hand-over.queries.ts";
import { withdrawSubmission } from "#payments/payments/lifecycle/move-transactions.queries.ts";
import { enqueueMail, mailStates } from "#records/mail";
import type { MailId } from "#records/mail/mail.ts";
import { markMailFailed, markMailSent } from "#records/mail/mails.queries.ts";
import { deliveryStates, endpointStates } from "#reports/webhooks";
import { updateDeliveries } from "#reports/webhooks/delivery/courier.queries.ts";
import { abandonWaiting, insertDeliveries } from "#reports/webhooks/delivery/deliveries.queries.ts";
import { disableEndpoint } from "#reports/webhooks/endpoints/endpoints.queries.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { everyTrigger } from "../../kit/worlds/every-trigger.ts";
import { payOne } from "../../kit/worlds/pay.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 6 for bank instructions, webhook deliveries, and mails: every state × every trigger of their tables. */

describe("every state × every trigger", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 100_000_000n);
  });

  const owner = () => world.owner();
  const now = () => world.clock.now();
  const db = () => world.service.database;
  const own = () => organization.organizationId;

  // The service created these IDs.
  const payment = (id: string) => id as TransactionId;
  const claim = (trigger: "submit" | "screen") => (id: string) =>
    db().transaction((tx) => claimWaiting(tx, own(), { ids: [payment(id)], trigger, now: now() }));
  const taken = async () => {
    const transactionId = await payOne(world.service, organization);
    await db().transaction((tx) => queuePaymentNow(tx, own(), { transactionId, now: now() }));
    return transactionId;
  };
  everyTrigger(submissionStates, {
    owner,
    life: {
      key: "transaction_id",
      begin: { waiting: taken },
      statements: {
        submit: claim("submit"),
        screen: claim("screen"),
        hold: (id) => db().transaction((tx) => holdWaiting(tx, own(), { ids: [payment(id)], until: now() })),
        resubmit: () =>
          db().transaction((tx) =>
            claimStale(tx, own(), { now: now(), staleBefore: plusMs(now(), SECOND_MS), limit: 500 }),
          ),
        withdraw: (id) => db().transaction((tx) => withdrawSubmission(tx, own(), id)),
        receive: (id) => markReceived(db(), own(), [payment(id)]),
        backfill: () => db().transaction((tx) => markHandedOver(tx, own(), now())),
        answer: (id) => db().transaction((tx) => markAnswered(tx, own(), [payment(id)])),
      },
    },
  });

  const decided = (trigger: AnswerTrigger) => (id: string) =>
    db().transaction((tx) => decideAnswers(tx, own(), { trigger, answerIds: [id as AnswerId], now: now() }));
  const waiting = async () => {
    const answerId = world.service.newId<AnswerId>();
    const transactionId = world.service.newId<TransactionId>();
    const answers = [{ answerId, transactionId, outcome: "returned", answeredAt: now() } as const];
    await db().transaction((tx) => recordAnswers(tx, own(), { answers, now: now() }));
    return answerId;
  };
  everyTrigger(answerStates, {
    owner,
    life: {
      key: "answer_id",
      begin: { waiting },
      statements: { park: decided("park"), apply: decided("apply"), ignore: decided("ignore") },
    },
  });

  const call = async (request: Parameters<typeof inject>[2]) => {
    const answer = await inject(world.app, organization.token, request);
    if (answer.status >= 400) throw Object.assign(new Error(answer.text), { code: answer.body.errors.errorCode });
    return answer.body;
  };
  // An organization has at most 100 endpoints, so each test deletes its own.
  const newEndpoint = async (): Promise<string> => {
    const { webhooks } = await call({ url: "/webhooks" });
    for (const { id } of webhooks) await call({ method: "DELETE", url: `/webhooks/${id}` });
    return (await call({ url: "/webhooks", body: { url: "https://example.com/hook" } })).id;
  };
  everyTrigger(endpointStates, {
    owner,
    life: {
      key: "endpoint_id",
      begin: { active: newEndpoint },
      commands: {
        activate: (id) => call({ url: `/webhooks/${id}`, body: { status: "active" } }),
        pause: (id) => call({ url: `/webhooks/${id}`, body: { status: "paused" } }),
        delete: (id) => call({ method: "DELETE", url: `/webhooks/${id}` }),
      },
      statements: { disable: (id) => db().transaction((tx) => disableEndpoint(tx, own(), id as EndpointId, now())) },
    },
  });

  const endpointOf = new Map<string, EndpointId>();
  const queued = async () => {
    const ids = { deliveryId: world.service.newId<DeliveryId>(), endpointId: world.service.newId<EndpointId>() };
    endpointOf.set(ids.deliveryId, ids.endpointId);
    const event = { eventId: world.service.newId<EventId>(), resourceId: world.service.newId(), resourceVersion: 1n };
    await db().transaction((tx) =>
      insertDeliveries(tx, own(), { purpose: "event", at: now(), deliveries: [{ ...ids, ...event }] }),
    );
    return ids.deliveryId;
  };
  const attempted = (trigger: "deliver" | "retry" | "abandon") => (id: string) =>
    db().transaction((tx) =>
      updateDeliveries(tx, own(), [
        {
          deliveryId: id as DeliveryId,
          trigger,
          attempts: 1,
          failures: 0,
          firstAttemptAt: now(),
          nextAttemptAt: now(),
          deliveredAt: trigger === "deliver" ? now() : undefined,
        },
      ]),
    );
  const life = {
    key: "delivery_id",
    begin: { waiting: queued },
    statements: { deliver: attempted("deliver"), retry: attempted("retry"), abandon: attempted("abandon") },
  };
  everyTrigger(deliveryStates, { owner, life });
  describe("when the endpoint is deleted", () => {
    const abandon = (id: string) =>
      db().transaction((tx) => abandonWaiting(tx, own(), endpointOf.get(id) ?? (id as EndpointId)));
    everyTrigger(deliveryStates, { owner, life: { ...life, statements: { ...life.statements, abandon } } });
  });

  const failed = (retry: boolean) => (id: string) =>
    db().transaction((tx) =>
      markMailFailed(tx, own(), {
        mailId: id as MailId,
        problem: "The server is unavailable",
        retryAt: retry ? now() : undefined,
        at: now(),
      }),
    );
  everyTrigger(mailStates, {
    owner,
    life: {
      key: "mail_id",
      begin: {
        waiting: () =>
          db().transaction((tx) =>
            enqueueMail(world.service, tx, {
              organizationId: own(),
              kind: "securityNotice",
              recipient: "ada@example.com",
              letter: {
                subject: "Hello",
                paragraphs: ["Hello"],
                link: { label: "Open", url: "https://example.com" },
                footer: "Bye",
              },
            }),
          ),
      },
      statements: {
        send: (id) =>
          db().transaction((tx) => markMailSent(tx, own(), { mailId: id as MailId, at: now(), keepContent: false })),
        retry: failed(true),
        giveUp: failed(false),
      },
    },
  });
});
