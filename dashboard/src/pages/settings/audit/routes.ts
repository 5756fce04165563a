import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";

/** The filters, the page, and the open entry. */
export interface AuditPlace {
  /** `user:ID`, a kind of actor, or `all`; without it, people. */
  readonly actor?: string;
  readonly action?: string;
  readonly thing?: string;
  readonly id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly entry?: string;
  readonly start_after?: string;
  readonly end_before?: string;
}

const names = ["actor", "action", "thing", "id", "from", "to", "entry", "start_after", "end_before"] as const;

export const auditPlaceOfUrl = (url: Record<string, unknown>): AuditPlace =>
  Object.fromEntries(
    names.map((name) => {
      const value = url[name];
      return [name, typeof value === "string" && value !== "" ? value : undefined];
    }),
  );

export const auditPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/audit",
    validateSearch: auditPlaceOfUrl,
    component: lazyRouteComponent(() => import("./audit-page.tsx"), "AuditPage"),
  }),
] as const;
