import { useQuery } from "@tanstack/react-query";
import {
  getLegalAddressOptions,
  getUserSignInsOptions,
  getUsersOptions,
  getWebhooksOptions,
  listApprovalRulesOptions,
  listTokensOptions,
} from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import type { SettingsArea } from "#app/shell/settings-areas.ts";
import { useCategories } from "#ui/money/categories.ts";
import { useControlChanges } from "./changes/waiting-changes.tsx";
import { useWebhookState } from "./webhooks/use-webhook-state.ts";

/** What is set, in a few words. `needsWork`: someone should look at it. */
export interface SettingsState {
  readonly text: string;
  readonly needsWork?: boolean;
}

const count = (value: number, singular: string, plural = `${singular}s`): string =>
  `${value} ${value === 1 ? singular : plural}`;

/** The states change rarely, and each page below has its own, fresher data. */
const STALE_MS = 30_000;
const options = { staleTime: STALE_MS };

/** Keeps the line of a state that is not known yet, so that nothing moves. */
const LOADING: SettingsState = { text: "\u00a0" };
const untilKnown = ({ isLoading }: { readonly isLoading: boolean }) => (isLoading ? LOADING : undefined);

/** The state of each area; nothing for areas that the user may not read. */
export function useSettingsStates(): ReadonlyMap<SettingsArea["to"], SettingsState> {
  const states = [usePeopleState(), useWebhooksState(), useTokensState(), useRulesState(), useChangesState()];
  const { categories, query } = useCategories();
  const mayChange = useRight("manageOrganization");
  const address = useQuery({ ...getLegalAddressOptions(), ...options, enabled: mayChange });
  const more: readonly Entry[] = [
    [
      "/settings/categories",
      query.data ? { text: count(categories.length, "category", "categories") } : untilKnown(query),
    ],
    [
      "/settings/organization",
      address.data?.legalAddress === null ? { text: "Address missing", needsWork: true } : undefined,
    ],
  ];
  return new Map([...states, ...more].flatMap(([to, state]) => (state === undefined ? [] : [[to, state]])));
}

type Entry = readonly [SettingsArea["to"], SettingsState | undefined];

function usePeopleState(): Entry {
  const mayManage = useRight("manageUsers");
  const mayRead = useRight("fetchUsers");
  const users = useQuery({ ...getUsersOptions({ query: { limit: 1000 } }), ...options, enabled: mayRead });
  const signIns = useQuery({ ...getUserSignInsOptions(), ...options, enabled: mayManage });
  const active = users.data?.users.filter(({ status }) => status === "active");
  if (active === undefined) return ["/settings/people", untilKnown(users)];
  const having = new Set(signIns.data?.users.flatMap(({ userId, hasSecondFactor }) => (hasSecondFactor ? userId : [])));
  const without = active.filter(({ userId }) => !having.has(userId)).length;
  if (signIns.data === undefined) return ["/settings/people", { text: count(active.length, "user") }];
  return [
    "/settings/people",
    without === 0
      ? { text: `${count(active.length, "user")}, all with a second factor` }
      : { text: `${without} without a second factor`, needsWork: true },
  ];
}

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

function useWebhooksState(): Entry {
  const mayRead = useRight("fetchWebhooks");
  const webhooks = useQuery({ ...getWebhooksOptions(), ...options, enabled: mayRead });
  const { failingSince } = useWebhookState();
  const rows = webhooks.data?.webhooks;
  if (rows === undefined) return ["/settings/webhooks", untilKnown(webhooks)];
  const failing = rows.filter(({ id, status }) => status === "disabled" || failingSince(id) !== undefined).length;
  const text = rows.length === 0 ? "No webhooks" : count(rows.length, "webhook");
  return [
    "/settings/webhooks",
    failing === 0 ? { text } : { text: `${text}, ${words[failing] ?? failing} failing`, needsWork: true },
  ];
}

function useTokensState(): Entry {
  const mayRead = useRight("manageTokens");
  const tokens = useQuery({ ...listTokensOptions(), ...options, enabled: mayRead });
  const rows = tokens.data?.tokens;
  if (rows === undefined) return ["/settings/tokens", untilKnown(tokens)];
  const active = rows.filter(({ state }) => state === "active").length;
  const waiting = rows.filter(({ state }) => state === "waiting").length;
  const text = active === 0 ? "No active tokens" : `${active} active`;
  return [
    "/settings/tokens",
    waiting === 0 ? { text } : { text: `${text}, ${waiting} to be confirmed`, needsWork: true },
  ];
}

function useRulesState(): Entry {
  const rules = useQuery({ ...listApprovalRulesOptions(), ...options });
  const active = rules.data?.rules.filter((rule) => rule.active).length;
  if (active === undefined) return ["/settings/rules", untilKnown(rules)];
  return ["/settings/rules", { text: active === 0 ? "Default rule only" : count(active, "rule") }];
}

function useChangesState(): Entry {
  const changes = useControlChanges();
  const { data } = changes;
  if (data === undefined) return ["/settings/changes", untilKnown(changes)];
  if (data.changes.length > 0)
    return ["/settings/changes", { text: `${data.changes.length} waiting`, needsWork: true }];
  return [
    "/settings/changes",
    data.protections.every(({ isProtected }) => isProtected)
      ? { text: "None waiting" }
      : { text: "No second administrator", needsWork: true },
  ];
}
