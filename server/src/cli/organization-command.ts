import { Argument, type Command, Option } from "commander";
import type { ShownOrganization } from "#administration/commands/organization-commands.ts";
import { billingCadences, organizationKinds, plans } from "#records/identity";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import { dayInNewYork, type Terminal, table } from "./output.ts";
import { commandIn, kindOption, subcommandsOf } from "./settings-options.ts";

/** `bursar org create|list|plan|address|details`. */
export function organizationCommand(program: Command, terminal: Terminal): void {
  const group = program.command("org").description("organizations of this service");
  const sub = subcommandsOf(group);

  const create = commandIn(group, {
    name: "create",
    description: "create an organization",
    examples: ['bursar org create "Acme, Inc."', 'bursar org create "Acme, Inc." --plan pro'],
  })
    .argument("<name>", "its legal name")
    .addOption(new Option("--plan <plan>", "its plan").choices(plans));
  action(create, terminal, async (own, options, [name]) => {
    const made = await administer<ShownOrganization>(own, "org.create", { name, plan: options["plan"] });
    return { json: made, text: `Created ${made.legalBusinessName}: ${made.organizationId}` };
  });

  const list = commandIn(group, {
    name: "list",
    description: "all organizations",
    examples: ["bursar org list", "bursar org list --json"],
  });
  action(list, terminal, async (own) => {
    const rows = await administer<readonly ShownOrganization[]>(own, "org.list", {});
    return { json: rows, text: organizationTable(rows) };
  });

  const plan = sub("plan", "change an organization's plan", ["bursar org plan pro"]).addArgument(
    new Argument("<plan>", "its plan").choices(plans),
  );
  action(plan, terminal, async (own, options, [chosen]) => {
    const changed = await administer<ShownOrganization>(own, "org.plan", {
      organization: options["org"],
      plan: chosen,
    });
    return { json: changed, text: `${changed.legalBusinessName} is on the plan ${changed.plan}` };
  });

  const address = sub("address", "set the address printed on an organization's statements", [
    'bursar org address "1 Main Street" --city Springfield --state IL --zip 62701',
  ])
    .argument("<street>", "the street line")
    .requiredOption("--city <city>", "its city")
    .requiredOption("--state <code>", "its state, such as CA")
    .requiredOption("--zip <code>", "its ZIP code")
    .option("--line2 <line>", "a second street line");
  action(address, terminal, async (own, options, [street]) => {
    const changed = await administer<ShownOrganization>(own, "org.address", {
      organization: options["org"],
      address1: street,
      address2: options["line2"],
      city: options["city"],
      region: options["state"],
      postalCode: options["zip"],
    });
    return { json: changed, text: `Statements of ${changed.legalBusinessName} now show this address` };
  });
  detailsCommand(
    sub("details", "set what GET /organization and statements show; the rest stays", [
      'bursar org details --ein 12-3456789 --dba "Acme Payments"',
    ]),
    terminal,
  );
}

function detailsCommand(command: Command, terminal: Terminal): void {
  const details = command
    .option("--ein <ein>", "employer identification number, such as 12-3456789")
    .option("--dba <names...>", "names it does business as, the default one first; replaces the earlier ones")
    .addOption(kindOption(organizationKinds))
    .addOption(new Option("--billing <cadence>", "how often its plan is billed").choices(billingCadences));
  action(details, terminal, async (own, options) => {
    const changed = await administer<ShownOrganization>(own, "org.details", {
      organization: options["org"],
      ein: options["ein"],
      dbas: options["dba"],
      kind: options["kind"],
      billingCadence: options["billing"],
    });
    return { json: changed, text: `The details of ${changed.legalBusinessName} are set` };
  });
}

const organizationTable = (rows: readonly ShownOrganization[]): string =>
  rows.length === 0
    ? "There is no organization yet. Create one: bursar org create <name>"
    : table(
        [
          { title: "id", value: (row: ShownOrganization) => row.organizationId },
          { title: "name", value: (row) => row.legalBusinessName },
          { title: "plan", value: (row) => row.plan },
          { title: "since", value: (row) => dayInNewYork(row.createdAt) },
        ],
        rows,
      );
