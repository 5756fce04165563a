import { setTimeout as pause } from "node:timers/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import { action, type Options, type Outcome, WrongUsage } from "../action.ts";
import type { Terminal } from "../output.ts";
import { commandIn } from "../settings-options.ts";
import { NoAnswer, type WholeApiClient } from "./api-client.ts";
import { clientOf, withClientOptions } from "./client-of.ts";
import { idNamed, namedAccounts } from "./named.ts";
import { type ApiItem, type List, pagesOf } from "./pages.ts";
import type { ApiResource, ListFilter } from "./resources.ts";
import { csvLines, itemsTable } from "./show-items.ts";

const LIMIT = 50;
/** Between two looks at a list that is watched. */
const WATCH_MS = 2_000;

/** `bursar … list`, with the filters of the resource. */
export function listCommand(group: Command, terminal: Terminal, resource: ApiResource): void {
  const { name, description, filters, list } = resource;
  const [filter] = filters;
  const command = withClientOptions(
    commandIn(group, {
      name: "list",
      description: `list ${description}${list.isNewestFirst ? ", newest first" : ""}`,
      examples: [
        `bursar ${name} list`,
        `bursar ${name} list --all --csv`,
        ...(filter === undefined ? [] : [`bursar ${name} list ${exampleOf(filter)} --json`]),
      ],
    }),
  );
  for (const own of filters) command.addOption(optionOf(own));
  command
    .option("--limit <number>", "at most this many", positiveNumber, LIMIT)
    .option("--all", "all of them")
    .addOption(new Option("--order <order>", "asc: oldest first; desc: newest first").choices(["asc", "desc"]))
    .option("--csv", "print CSV, with the names that the API has")
    .option("--watch", "look again every two seconds until Ctrl-C, and show what has changed");
  action(command, terminal, async (own, options) => {
    if (options.json && options["csv"] === true) throw new WrongUsage("--json and --csv exclude each other.");
    const client = clientOf(own, options);
    const query = await queryOf(client, resource, options);
    const asked = { own, client, resource, options, list: { path: list.path, member: list.member, query } };
    return options["watch"] === true ? watch(asked) : printOnce(asked);
  });
}

const exampleOf = ({ flags, choices, isAccount }: ListFilter): string =>
  flags.replace(/<[^<>]*>$/, isAccount ? "Operating" : (choices?.[0] ?? "2026-11-01"));

const optionOf = ({ flags, description, choices }: ListFilter): Option => {
  const option = new Option(flags, description);
  return choices === undefined ? option : option.choices(choices);
};

export function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number above 0.");
  return Number(text);
}

async function queryOf(
  client: WholeApiClient,
  { filters, list }: ApiResource,
  options: Options,
): Promise<NonNullable<List["query"]>> {
  const order = options["order"] ?? (list.isNewestFirst ? "desc" : undefined);
  const query: (readonly [string, string])[] = order === undefined ? [] : [["order", String(order)]];
  for (const { flags, parameter, isAccount } of filters) {
    const given = options[attributeOf(flags)];
    if (typeof given !== "string") continue;
    query.push([parameter, isAccount ? await idNamed(client, namedAccounts, given) : given]);
  }
  return query;
}

/** `--amount-min <dollars>` becomes `amountMin`, as commander names it. */
const attributeOf = (flags: string): string => new Option(flags).attributeName();

interface Asked {
  readonly own: Terminal;
  readonly client: WholeApiClient;
  readonly resource: ApiResource;
  readonly options: Options;
  readonly list: List;
}

/** For programs, page after page as they come: a long list is never in memory as a whole. */
async function printOnce({ own, client, resource, options, list }: Asked): Promise<Outcome> {
  const limit = options["all"] === true ? Number.POSITIVE_INFINITY : Number(options["limit"]);
  const shown: ApiItem[] = [];
  let [printed, isCut] = [0, false];
  for await (const { items, hasMore } of pagesOf(client, list, { limit })) {
    isCut = hasMore && printed + items.length >= limit;
    if (options.json) printJson(own, items, printed === 0);
    else if (options["csv"] === true) {
      const lines = await csvLines(resource, items, printed === 0);
      if (lines !== "") own.print(lines);
    } else shown.push(...items);
    printed += items.length;
    if (own.lostReader?.aborted) return {};
  }
  if (options.json) own.print(printed === 0 ? "[]" : "]");
  if (isCut) own.complain(`There are more than ${limit}. Use --all, or a higher --limit.`);
  if (options.json || options["csv"] === true) return {};
  return { text: shown.length === 0 ? noneText(resource) : itemsTable(resource, shown, own.screen?.()) };
}

const noneText = ({ name }: ApiResource): string => `There are no ${name} like these.`;

/** A part of one array, an item on each line. */
function printJson(own: Terminal, items: readonly ApiItem[], isFirst: boolean): void {
  items.forEach((item, index) => {
    own.print(`${isFirst && index === 0 ? "[" : ","}${JSON.stringify(item)}`);
  });
}

/** Shows the list on a screen and replaces it when it changes; for programs, prints what is new or has changed. */
async function watch({ own, client, resource, options, list }: Asked): Promise<Outcome> {
  const signal = own.interruption?.();
  const limit = Number(options["limit"]);
  const screen = () => (options.json || options["csv"] === true ? undefined : own.screen?.());
  const before = new Map<unknown, string>();
  let [shown, hasAnswered, isAway] = ["", false, false];
  while (signal?.aborted !== true) {
    try {
      const items: ApiItem[] = [];
      for await (const page of pagesOf(client, list, { limit })) items.push(...page.items);
      if (isAway) own.complain("The service answers again.");
      isAway = false;
      const changed = items.filter((item) => before.get(keyOf(item)) !== JSON.stringify(item));
      before.clear();
      for (const item of items) before.set(keyOf(item), JSON.stringify(item));
      const frame = itemsTable(resource, items, screen());
      if (screen() !== undefined && frame !== shown)
        own.print(`\u001b[2J\u001b[H${frame}\n\nEvery 2 s. Ctrl-C ends it.`);
      else if (screen() === undefined && changed.length > 0)
        await printChanged(own, { resource, options, changed }, !hasAnswered);
      [shown, hasAnswered] = [frame, true];
    } catch (error) {
      // A service that restarts is waited for; one that never answered is not there.
      if (!(error instanceof NoAnswer) || !hasAnswered) throw error;
      if (!isAway) own.complain(error.message);
      isAway = true;
    }
    await pause(WATCH_MS, undefined, { signal }).catch(() => undefined);
  }
  return {};
}

const keyOf = ({ id, requestId }: ApiItem): unknown => id ?? requestId;

async function printChanged(
  own: Terminal,
  { resource, options, changed }: Pick<Asked, "resource" | "options"> & { readonly changed: readonly ApiItem[] },
  isFirst: boolean,
): Promise<void> {
  // The oldest first, as in a log.
  const inOrder = resource.list.isNewestFirst ? changed.toReversed() : changed;
  if (options.json) for (const item of inOrder) own.print(JSON.stringify(item));
  else if (options["csv"] === true) own.print(await csvLines(resource, inOrder, isFirst));
  else
    own.print(
      itemsTable(resource, inOrder, undefined)
        .split("\n")
        .slice(isFirst ? 0 : 1)
        .join("\n"),
    );
}
