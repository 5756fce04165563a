import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import type { Attachment } from "#api/generated/types.gen.ts";
import { canPreview } from "../file-content.tsx";

/** A document next to what it belongs to, or that there is no room for one. */
export interface DocumentBeside {
  /** The document that is open. */
  readonly shown: Attachment | undefined;
  /** All that can be shown. */
  readonly documents: readonly Attachment[];
  /** True after the user opened it, rather than the page: it then takes the focus. */
  readonly isChosen: boolean;
  readonly show: (file: Attachment) => void;
  readonly close: () => void;
}

/** An approver who compares one request with its invoice does so with the next one. */
const REMEMBERED = "bursar.document-beside";

function readRemembered(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) === "open";
  } catch {
    return false;
  }
}

function remember(isOpen: boolean): void {
  try {
    localStorage.setItem(REMEMBERED, isOpen ? "open" : "closed");
  } catch {
    // Full, or not allowed: the setting lasts as long as the page.
  }
}

/** Undefined on screens without room for a document and its request; the key `d` opens and closes it. */
export function useDocumentBeside(files: readonly Attachment[] | undefined): DocumentBeside | undefined {
  const hasRoom = useMediaQuery("(min-width: 75em)", false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(readRemembered);
  const [chosen, choose] = useState<string>();
  const documents = (files ?? []).filter(canPreview);
  const [first] = documents;
  const shown = isOpen ? (documents.find(({ id }) => id === chosen) ?? first) : undefined;
  const show = ({ id }: Attachment) => {
    choose(id);
    setOpen(true);
    remember(true);
  };
  const close = () => {
    setOpen(false);
    remember(false);
    const button = shown && document.querySelector<HTMLElement>(`[data-file="${CSS.escape(shown.id)}"]`);
    button?.focus();
  };
  useHotkeys([["d", () => hasRoom && (shown === undefined ? first && show(first) : close())]]);
  return hasRoom ? { shown, documents, isChosen: chosen !== undefined, show, close } : undefined;
}
