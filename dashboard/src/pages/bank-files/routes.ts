import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams, textParam } from "../../app/search-params.ts";
import { directionNames, formatNames, railNames, stateNames } from "./file-labels.ts";

const keyOf = <Key extends string>(names: Readonly<Record<Key, unknown>>, value: unknown): Key | undefined =>
  Object.keys(names).find((name): name is Key => name === value);

/** The list's filters and page; every name is present, because the router keeps parameters that are left out. */
export const bankFilesSearch = (search: Record<string, unknown>) => ({
  ...cursorParams(search),
  direction: keyOf(directionNames, search["direction"]),
  rail: keyOf(railNames, search["rail"]),
  format: keyOf(formatNames, search["format"]),
  state: keyOf(stateNames, search["state"]),
  connection: textParam(search["connection"]),
  /** Only files that need a person. */
  attention: search["attention"] === true || undefined,
});
export type FilesSearch = Partial<ReturnType<typeof bankFilesSearch>>;

export interface FileSearch {
  /** The page of payments: those after this position. */
  readonly after?: number | undefined;
}

export interface NoticesSearch {
  /** Also those that are done. */
  readonly all?: true | undefined;
  readonly start_after?: string | undefined;
  readonly end_before?: string | undefined;
}

export const bankFilePageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/bank-files",
    validateSearch: (search: Record<string, unknown>): FilesSearch => bankFilesSearch(search),
    component: lazyRouteComponent(() => import("./bank-files-page.tsx"), "BankFilesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/bank-files/notices",
    validateSearch: (search: Record<string, unknown>): NoticesSearch => ({
      ...cursorParams(search),
      all: search["all"] === true || undefined,
    }),
    component: lazyRouteComponent(() => import("./notices/notices-page.tsx"), "NoticesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/bank-files/check-exceptions",
    component: lazyRouteComponent(() => import("./checks/check-exceptions-page.tsx"), "CheckExceptionsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/bank-files/$fileId",
    validateSearch: ({ after }: Record<string, unknown>): FileSearch => ({
      after: Number.isSafeInteger(Number(after)) && Number(after) > 0 ? Number(after) : undefined,
    }),
    component: lazyRouteComponent(() => import("./bank-file-page.tsx"), "BankFilePage"),
  }),
] as const;
