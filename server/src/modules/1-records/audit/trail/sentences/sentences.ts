import type { AuditAction, ListedAction } from "#records/audit";
import { approvalSentences } from "./approval-sentences.ts";
import { bankingSentences, gainSentence } from "./banking-sentences.ts";
import { batchSentences } from "./batch-sentences.ts";
import { invoicingSentences } from "./invoicing-sentences.ts";
import { humanized } from "./labels.ts";
import { paymentSentences } from "./payment-sentences.ts";
import { peopleSentences } from "./people-sentences.ts";
import { type Phrase, type RecordedEntry, type SentenceOf, say, subject } from "./phrase.ts";
import { recipientSentences } from "./recipient-sentences.ts";
import { recurringSentences } from "./recurring-sentences.ts";
import { settingsSentences } from "./settings-sentences.ts";

/** One for each action: the compiler rejects an action without a sentence. */
const sentences: Readonly<Record<ListedAction, SentenceOf>> = {
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
const bySentence: Readonly<Record<string, SentenceOf | undefined>> = sentences;

export const findSentence = (action: string): SentenceOf | undefined =>
  bySentence[action] ?? gainSentence(action as AuditAction);

/** What the actor did. An action of an older release is named as it was recorded. */
export function predicateOf(entry: RecordedEntry): Phrase {
  const sentence = findSentence(entry.action);
  if (sentence !== undefined) return sentence(entry);
  return say`recorded “${humanized(entry.action.replace(".", " "))}” for ${subject(entry, humanized(entry.resourceType).toLowerCase())}`;
}
