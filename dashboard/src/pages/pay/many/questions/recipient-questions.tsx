import type { FileJob } from "../use-job.ts";
import { NearMatches } from "./near-matches.tsx";
import { useOpenNames } from "./open-names.ts";
import { UnknownRecipients } from "./unknown-recipients.tsx";

/** The names of the file that are not exactly one recipient's: suggestions first, then names without any. */
export function RecipientQuestions({ state }: { readonly state: FileJob }) {
  const names = useOpenNames(state);
  const isSuggested = ({ near, namesakes }: (typeof names)[number]) => near.length > 0 || namesakes.length > 0;
  return (
    <>
      <NearMatches state={state} names={names.filter(isSuggested)} />
      <UnknownRecipients state={state} names={names.filter((name) => !isSuggested(name))} />
    </>
  );
}
