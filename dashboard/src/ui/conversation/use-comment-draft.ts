import { useState } from "react";
import { useSession } from "../../app/session/session.ts";
import { newKey } from "../forms/new-key.ts";
import { plainText } from "./mention-text.ts";

interface Draft {
  readonly text: string;
  /** The idempotency key of this text: sending it again after a lost response adds no second comment. */
  readonly key: string;
}

const emptyDraft = (): Draft => ({ text: "", key: newKey() });

function stored(name: string): Draft | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(name) ?? "null");
    // Written by `change` below.
    return found === null ? undefined : (found as Draft);
  } catch {
    return undefined;
  }
}

/**
 * What the user types about a subject, kept in this tab until it is sent, as the draft of a payment is. The component
 * needs the subject's id as its key.
 */
export function useCommentDraft(purpose: "comment" | "question", subjectId: string) {
  const { user } = useSession();
  const name = `bursar.${purpose}.${user.userId}.${subjectId}`;
  const [draft, setDraft] = useState(() => stored(name) ?? emptyDraft());
  const set = (next: Draft) => {
    setDraft(next);
    try {
      if (next.text === "") sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify(next));
    } catch {
      // Full, or not allowed: the draft lasts as long as the page.
    }
  };
  return {
    draft,
    change: (text: string) => set({ text: plainText(text), key: newKey() }),
    clear: () => set(emptyDraft()),
  };
}
