import { SECOND_MS } from "#kernel/clock/clock.ts";
import { signDelivery } from "#kernel/crypto/delivery-signatures.ts";
import type { Service } from "#kernel/process/service.ts";
import { partiesOfRecipients } from "#money/recipients";
import { ANSWER_BYTES_MAX, ScreenerFailed, type ScreenerReach, type ScreeningTools } from "#money/screening";
import { wakePayments } from "#payments/payments";
import { createSender, type Sender, webhookUrlProblem, webhookUrlRulesOf } from "#reports/webhooks";

/** Of a question; a service compares up to a hundred recipients. */
const ANSWER_WITHIN_MS = 10 * SECOND_MS;

export interface OpenScreening extends ScreeningTools {
  close(): Promise<void>;
}

/** What screening needs of modules above it: the guarded way out that webhooks use, payments, and recipients. */
export function createScreening(service: Service): OpenScreening {
  const rules = webhookUrlRulesOf(service.config);
  const sender = createSender({ ...rules, timeoutMs: ANSWER_WITHIN_MS, answerBytesMax: ANSWER_BYTES_MAX });
  return {
    reach: {
      urlProblem: (url) => webhookUrlProblem(url, rules)?.replace("The webhook URL", "The URL"),
      post: postTo(sender),
    },
    wake: (tx, organizationId, recipientIds) => wakePayments(service, tx, organizationId, recipientIds),
    readParties: (db, organizationId, which) => partiesOfRecipients(service, db, organizationId, which),
    close: () => sender.close(),
  };
}

const postTo =
  (sender: Sender): ScreenerReach["post"] =>
  async ({ url, id, body, secret, at }) => {
    const headers = {
      ...signDelivery({ secrets: [secret], eventId: id, body, at }),
      "user-agent": "Bursar-Screening/1",
    };
    const outcome = await sender.send({ url, headers, body });
    if (outcome.kind === "delivered") {
      if (outcome.answer === undefined) throw new ScreenerFailed("The screening service's answer is incomplete");
      return outcome.answer.toString("utf8");
    }
    const status = outcome.kind === "failed" && outcome.statusCode !== undefined ? ` (${outcome.statusCode})` : "";
    throw new ScreenerFailed(`The screening service did not answer: ${outcome.reason}${status}`);
  };
