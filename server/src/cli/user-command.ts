import { type Command, Option } from "commander";
import type { ShownLink } from "#administration/commands/user-commands.ts";
import { userRoles } from "#records/people";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import type { Terminal } from "./output.ts";
import { type Subcommands, subcommandsOf } from "./settings-options.ts";

/** `bursar user invite|lock|reset`. */
export function userCommand(program: Command, terminal: Terminal): void {
  const group = program.command("user").description("users of an organization");
  const sub: Subcommands = (name, description, examples) =>
    subcommandsOf(group)(name, description, examples).argument("<email>", "the user's email address");

  const invite = sub("invite", "create a one-time link to invite a user; share it yourself", [
    "bursar user invite ada@example.com --role administrator --first-name Ada --last-name Lovelace",
  ])
    .addOption(new Option("--role <role>", "what the user may do").choices(userRoles).makeOptionMandatory())
    .requiredOption("--first-name <name>", "the user's first name")
    .requiredOption("--last-name <name>", "the user's last name")
    .option("--may <name...>", "for the role custom: its scopes and permissions", listed, []);
  action(invite, terminal, async (own, options, [email]) => {
    const made = await administer<ShownLink>(own, "user.invite", {
      organization: options["org"],
      email,
      firstName: options["firstName"],
      lastName: options["lastName"],
      role: options["role"],
      customPermissions: options["may"],
    });
    return { json: made, text: linkText(made) };
  });

  action(
    sub("lock", "lock a user: end their sessions and revoke their tokens, immediately", [
      "bursar user lock ada@example.com",
    ]),
    terminal,
    async (own, options, [email]) => {
      const locked = await administer<{ email: string }>(own, "user.lock", { organization: options["org"], email });
      return { json: locked, text: `Locked ${locked.email}` };
    },
  );

  action(
    sub("reset", "create a one-time link to choose a new password; using it removes the second factor", [
      "bursar user reset ada@example.com",
    ]),
    terminal,
    async (own, options, [email]) => {
      const made = await administer<ShownLink>(own, "user.reset", { organization: options["org"], email });
      return { json: made, text: linkText(made) };
    },
  );
}

const linkText = ({ email, link, expiresAt }: ShownLink): string =>
  `${link}\n\nOnly for ${email}. It works once, until ${expiresAt}, and is not shown again.`;

/** Values of a repeated flag, after one flag, or comma-separated. */
const listed = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...text.split(",").filter(Boolean),
];
