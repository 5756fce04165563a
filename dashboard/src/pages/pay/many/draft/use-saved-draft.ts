import { useEffect, useRef, useState } from "react";
import { isApiError } from "#api/api-error.ts";
import { deletePaymentFileDraft, savePaymentFileDraft } from "#api/generated/sdk.gen.ts";
import { isRequested } from "../rows/row-status.tsx";
import type { Run } from "../run/use-run.ts";
import type { FileJob } from "../use-job.ts";
import { draftNameOf, draftStateOf, pack } from "./pack-draft.ts";

/** Changes are saved together. */
const REST_MS = 800;

/** Whether the service has the file, so that another browser can continue it. */
export type SavedDraft = "saved" | "tooLarge" | "changed" | "unknown";

/**
 * Keeps the file and everything decided about it with the service, until nothing is left to request. If another browser
 * has saved a newer version, this one stops: the user loads it first.
 */
export function useSavedDraft(file: FileJob, run: Run, isOpen: boolean) {
  const [saved, setSaved] = useState<SavedDraft>("unknown");
  const saver = useRef(newSaver(file.job.draftVersion));
  const state = draftStateOf(file.job, [...run.results.values()]);
  const progress = progressOf(file, run, isOpen);
  useEffect(() => {
    saver.current.latest = { state, ...progress, source: file.job.source, name: file.job.file.name };
    saver.current.onSaved = (now, draftVersion) => {
      setSaved(now);
      file.change({ draftVersion });
    };
  });
  const changes = `${progress.isFinished} ${progress.payments} ${progress.requested} ${state}`;
  const saves = useRef("");
  useEffect(() => {
    if (saves.current === changes) return;
    saves.current = changes;
    plan(saver.current);
  }, [changes]);
  useEffect(() => {
    const { current } = saver;
    current.isStopped = false;
    return () => void flush(current);
  }, []);
  return { saved, stop: () => stopped(saver.current) };
}

interface Progress {
  readonly payments: number;
  readonly requested: number;
  /** Nothing is left to request. */
  readonly isFinished: boolean;
}

function progressOf({ payments }: FileJob, { results, isRunning }: Run, isOpen: boolean): Progress {
  const isDone = ({ number }: { readonly number: number }) => isRequested(results.get(number));
  const requested = payments.filter(isDone).length;
  const isFinished = !isRunning && !isOpen && requested > 0 && payments.every((row) => row.isExcluded || isDone(row));
  return { payments: payments.length, requested, isFinished };
}

/** Saves one version after the other, each naming the one before. */
interface Saver {
  latest: (Progress & { readonly state: string; readonly source: Blob; readonly name: string }) | undefined;
  onSaved: (saved: SavedDraft, version: number | undefined) => void;
  version: number | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  saving: Promise<void>;
  /** The file was given up, or belongs to another browser now. */
  isStopped: boolean;
}

const newSaver = (version: number | undefined): Saver => ({
  latest: undefined,
  onSaved: () => undefined,
  version,
  timer: undefined,
  saving: Promise.resolve(),
  isStopped: false,
});

/** Further changes do not delay it: a run makes one after the other. */
function plan(saver: Saver): void {
  saver.timer ??= setTimeout(() => void flush(saver), REST_MS);
}

/** Saves what is not saved yet. */
function flush(saver: Saver): Promise<void> {
  if (saver.timer === undefined || saver.isStopped) return saver.saving;
  clearTimeout(saver.timer);
  saver.timer = undefined;
  saver.saving = saver.saving
    .then(() => save(saver))
    .catch((error: unknown) => {
      // Without an answer, the next change saves everything.
      if (!isApiError(error, "fileDraftChanged")) return;
      saver.isStopped = true;
      saver.onSaved("changed", saver.version);
    });
  return saver.saving;
}

/** Ends when nothing is on its way to the service anymore. */
function stopped(saver: Saver): Promise<void> {
  clearTimeout(saver.timer);
  saver.timer = undefined;
  saver.isStopped = true;
  return saver.saving;
}

async function save(saver: Saver): Promise<void> {
  if (saver.latest === undefined) return;
  const { state, source, name, payments, requested, isFinished } = saver.latest;
  const content = isFinished ? undefined : await pack(state, source);
  if (content === undefined) {
    await deletePaymentFileDraft({ throwOnError: true });
    saver.version = undefined;
    return saver.onSaved(isFinished ? "unknown" : "tooLarge", undefined);
  }
  const body = { name: draftNameOf(name), payments, requested, version: saver.version ?? 0, content };
  const { data } = await savePaymentFileDraft({ body, throwOnError: true });
  saver.version = data.version;
  saver.onSaved("saved", data.version);
}
