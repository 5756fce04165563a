import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listSavedViewsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { createSavedView, deleteSavedView, updateSavedView } from "#api/generated/sdk.gen.ts";
import type { SavedView } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useSession } from "#app/session/session.ts";

export type SavedPage = SavedView["page"];
type Change = Partial<Pick<SavedView, "name" | "query" | "isShared">>;

/** The most that the row shows; a person has at most 100. */
const VIEWS_MAX = 200;

/** The views of a page, and what changes them. */
export function useViews(page: SavedPage) {
  const refresh = useRefresh();
  const query = { page, limit: VIEWS_MAX };
  const views = useQuery({ ...listSavedViewsOptions({ query }), staleTime: 30_000 });
  const hasViews = views.data && views.data.views.length > 0;
  const hadViews = useHadViews(page, hasViews);
  const after = async (done: Promise<{ readonly data: SavedView }>): Promise<SavedView> => {
    const { data } = await done;
    await refresh("savedViews");
    return data;
  };
  return {
    views: views.data?.views ?? [],
    isKnown: views.data !== undefined,
    /** As last time, until the views are known: the list does not move when they arrive. */
    hasViews: hasViews ?? hadViews,
    create: (view: Pick<SavedView, "name" | "query" | "isShared">, idempotencyKey: string) =>
      after(createSavedView({ body: { page, ...view, idempotencyKey }, throwOnError: true })),
    change: ({ id }: SavedView, body: Change) =>
      after(updateSavedView({ path: { viewId: id }, body, throwOnError: true })),
    remove: async ({ id }: SavedView): Promise<void> => {
      await deleteSavedView({ path: { viewId: id }, throwOnError: true });
      await refresh("savedViews");
    },
  };
}

function useHadViews(page: SavedPage, hasViews: boolean | undefined): boolean {
  const { user } = useSession();
  const key = `bursar.views.${page}.${user.userId}`;
  const [hadViews] = useState(() => read(key) !== undefined);
  useEffect(() => {
    if (hasViews !== undefined) write(key, hasViews ? "some" : undefined);
  }, [key, hasViews]);
  return hadViews;
}

/** Which view the page opens with. Kept in the browser, for each user, as the columns of a table are (ADR 0070). */
export function useDefaultView(page: SavedPage) {
  const { user } = useSession();
  const key = `bursar.view.${page}.${user.userId}`;
  const [viewId, setViewId] = useState(() => read(key));
  const set = (id: string | undefined) => {
    setViewId(id);
    write(key, id);
  };
  return [viewId, set] as const;
}

function write(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Full, or not allowed: the setting lasts as long as the page.
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
