import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { BankRail } from "../../api/generated/types.gen.ts";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams } from "../../app/search-params.ts";
import { railNames } from "../../ui/bank-connections/connection-words.ts";
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

interface NewConnectionSearch {
  /** ACH by default. */
  readonly rail?: BankRail | undefined;
  /** SFTP by default. */
  readonly kind?: "folder" | undefined;
}

// The words have every rail.
const rails = Object.keys(railNames) as readonly BankRail[];

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
    path: "/bank-files/connections/new",
    validateSearch: ({ rail, kind }: Record<string, unknown>): NewConnectionSearch => ({
      rail: rails.find((each) => each === rail),
      kind: kind === "folder" ? "folder" : undefined,
    }),
    component: lazyRouteComponent(() => import("./connections/form/new-connection-page.tsx"), "NewConnectionPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/bank-files/connections/$bankConnectionId",
    // The test runs when the page opens.
    validateSearch: ({ test }: Record<string, unknown>): { test?: true | undefined } => ({
      test: test === true || undefined,
    }),
    component: lazyRouteComponent(
      () => import("./connections/form/change-connection-page.tsx"),
      "ChangeConnectionPage",
    ),
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
