import type { Command } from "commander";
import type { ShownOrganization } from "#administration/commands/organization-commands.ts";
import { billingCadences, organizationKinds, plans } from "#records/identity";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import { dayInNewYork, type Terminal, table } from "./output.ts";
import { withSettings } from "./settings-options.ts";

/** `bursar org create|list|plan|address|details`. */
export function organizationCommand(program: Command, terminal: Terminal): void {
  const group = program.command("org").description("organizations of this service");
  const sub = (name: string, description: string) =>
    withSettings(group.command(name).description(description).option("--json", "as JSON"), { shown: false });

  const create = sub("create", "create an organization")
    .argument("<name>", "its legal name")
    .option("--plan <plan>", `one of ${plans.join(", ")}`);
  action(create, terminal, async (own, options, [name]) => {
    const made = await administer<ShownOrganization>(own, "org.create", { name, plan: options["plan"] });
    return { json: made, text: `Created ${made.legalBusinessName}: ${made.organizationId}` };
  });

  action(sub("list", "all organizations"), terminal, async (own) => {
    const rows = await administer<readonly ShownOrganization[]>(own, "org.list", {});
    return { json: rows, text: organizationTable(rows) };
  });

  const plan = sub("plan", "change an organization's plan")
    .argument("<plan>", `one of ${plans.join(", ")}`)
    .option("--org <organization>", "its id or name");
  action(plan, terminal, async (own, options, [chosen]) => {
    const changed = await administer<ShownOrganization>(own, "org.plan", {
      organization: options["org"],
      plan: chosen,
    });
    return { json: changed, text: `${changed.legalBusinessName} is on the plan ${changed.plan}` };
  });

  const address = sub("address", "set the address printed on an organization's statements")
    .argument("<street>", "the street line")
    .requiredOption("--city <city>", "its city")
    .requiredOption("--state <state>", "its state, such as CA")
    .requiredOption("--zip <code>", "its ZIP code")
    .option("--line2 <line>", "a second street line")
    .option("--org <organization>", "its id or name");
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
  detailsCommand(sub("details", "set what GET /organization and statements show; the rest stays"), terminal);
}

function detailsCommand(command: Command, terminal: Terminal): void {
  const details = command
    .option("--ein <ein>", "employer identification number, such as 12-3456789")
    .option("--dba <names...>", "names it does business as, the default one first; replaces the earlier ones")
    .option("--kind <kind>", `one of ${organizationKinds.join(", ")}`)
    .option("--billing <cadence>", `how often its plan is billed: ${billingCadences.join(" or ")}`)
    .option("--org <organization>", "its id or name");
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
