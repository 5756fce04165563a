import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams } from "../../app/search-params.ts";
import type { Cursor } from "../../ui/table/pager.tsx";
import { type BankFilesSearch, bankFilesSearchOf } from "./bank-files-search.ts";

interface BankFileSearch {
  /** The page of payments: those after this position. */
  readonly after?: number | undefined;
}

interface NoticesSearch extends Cursor {
  /** Also those that are done. */
  readonly all?: true | undefined;
}

export const bankFilePageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/bank-files",
    validateSearch: (search: Record<string, unknown>): BankFilesSearch => bankFilesSearchOf(search),
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
    validateSearch: ({ after }: Record<string, unknown>): BankFileSearch => ({
      after: Number.isSafeInteger(Number(after)) && Number(after) > 0 ? Number(after) : undefined,
    }),
    component: lazyRouteComponent(() => import("./bank-file-page.tsx"), "BankFilePage"),
  }),
] as const;
