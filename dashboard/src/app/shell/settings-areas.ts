import type { LinkProps } from "@tanstack/react-router";
import { hasRight, type Right, type Session } from "../session/session.ts";

export interface SettingsArea {
  readonly group: string;
  readonly label: string;
  readonly description: string;
  readonly to: LinkProps["to"];
  /** Visible to everyone when absent. */
  readonly right?: Right;
}

/** In the order of the menu, each group together. */
const areas = [
  {
    group: "General",
    label: "Organization",
    description: "Legal details, logo and color, bank detail changes, sign-in, fees",
    to: "/settings/organization",
  },
  {
    group: "General",
    label: "Set up to live",
    description: "What to do before real payments can be sent",
    to: "/set-up-to-live",
    right: "manageOrganization",
  },
  {
    group: "People",
    label: "Users",
    description: "Users, roles, and invitations",
    to: "/settings/people",
    right: "fetchUsers",
  },
  {
    group: "People",
    label: "Single sign-on",
    description: "Sign-in with your company’s identity provider",
    to: "/settings/single-sign-on",
    right: "manageOrganization",
  },
  {
    group: "People",
    label: "Changes waiting for confirmation",
    description: "Proposals that a second person must confirm",
    to: "/settings/changes",
  },
  {
    group: "People",
    label: "Audit log",
    description: "Who did what, when, and from where",
    to: "/settings/audit",
    right: "readAudit",
  },
  {
    group: "Payments",
    label: "Approval rules",
    description: "Required approvals and approval limits",
    to: "/settings/rules",
  },
  {
    group: "Payments",
    label: "Screening",
    description: "Sanctions lists, and recipients who resemble an entry",
    to: "/settings/screening",
  },
  {
    group: "Payments",
    label: "Categories",
    description: "Labels for transactions, and rules that set them",
    to: "/settings/categories",
    right: "fetchCategories",
  },
  {
    group: "Applications",
    label: "API tokens",
    description: "Credentials for your applications",
    to: "/settings/tokens",
    right: "manageTokens",
  },
  {
    group: "Applications",
    label: "Webhooks",
    description: "Events sent to your systems",
    to: "/settings/webhooks",
    right: "fetchWebhooks",
  },
] as const satisfies readonly SettingsArea[];

/** The settings that this user can open. */
export const settingsFor = (session: Session): readonly SettingsArea[] =>
  areas.filter((area: SettingsArea) => area.right === undefined || hasRight(session, area.right));
