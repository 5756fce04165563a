import type { AuditAction, ListedAction } from "#records/audit";
import { approvalSentences } from "./approval-sentences.ts";
import { bankingSentences, gainSentence } from "./banking-sentences.ts";
import { batchSentences } from "./batch-sentences.ts";
import { invoicingSentences } from "./invoicing-sentences.ts";
import { humanized } from "./labels.ts";
import { paymentSentences } from "./payment-sentences.ts";
import { peopleSentences } from "./people-sentences.ts";
import { type Phrase, say, subject, type Teller, type Told } from "./phrase.ts";
import { recipientSentences } from "./recipient-sentences.ts";
import { recurringSentences } from "./recurring-sentences.ts";
import { settingsSentences } from "./settings-sentences.ts";

/** One for each action: the compiler rejects an action without a sentence. */
const sentences: Readonly<Record<ListedAction, Teller>> = {
  ...paymentSentences,
  ...recurringSentences,
  ...approvalSentences,
  ...batchSentences,
  ...recipientSentences,
  ...peopleSentences,
  ...settingsSentences,
  ...bankingSentences,
  ...invoicingSentences,
};
const bySentence: Readonly<Record<string, Teller | undefined>> = sentences;

export const tellerOf = (action: string): Teller | undefined =>
  bySentence[action] ?? gainSentence(action as AuditAction);

/** What the actor did. An action of an older release is named as it was recorded. */
export function predicateOf(told: Told): Phrase {
  const teller = tellerOf(told.action);
  if (teller !== undefined) return teller(told);
  return say`recorded “${humanized(told.action.replace(".", " "))}” for ${subject(told, humanized(told.resourceType).toLowerCase())}`;
}
