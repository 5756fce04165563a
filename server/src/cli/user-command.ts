import { type Command, InvalidArgumentError } from "commander";
import type { ShownLink } from "#administration/commands/user-commands.ts";
import { type UserRole, userRoles } from "#records/people";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import type { Terminal } from "./output.ts";
import { withSettings } from "./settings-options.ts";

/** `bursar user invite|lock|reset`. */
export function userCommand(program: Command, terminal: Terminal): void {
  const group = program.command("user").description("users of an organization");
  const sub = (name: string, description: string) =>
    withSettings(
      group
        .command(name)
        .description(description)
        .argument("<email>", "the user's email address")
        .option("--org <organization>", "its id or name; not needed if only one exists")
        .option("--json", "as JSON"),
      { shown: false },
    );

  const invite = sub("invite", "create a one-time link to invite a user; share it yourself")
    .requiredOption("--role <role>", `one of ${userRoles.join(", ")}`, roleOf)
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
    sub("lock", "lock a user: end their sessions and revoke their tokens, immediately"),
    terminal,
    async (own, options, [email]) => {
      const locked = await administer<{ email: string }>(own, "user.lock", { organization: options["org"], email });
      return { json: locked, text: `Locked ${locked.email}` };
    },
  );

  action(
    sub("reset", "create a one-time link to choose a new password; using it removes the second factor"),
    terminal,
    async (own, options, [email]) => {
      const made = await administer<ShownLink>(own, "user.reset", { organization: options["org"], email });
      return { json: made, text: linkText(made) };
    },
  );
}

const linkText = ({ email, link, expiresAt }: ShownLink): string =>
  `${link}\n\nOnly for ${email}. It works once, until ${expiresAt}, and is not shown again.`;

function roleOf(text: string): UserRole {
  const found = userRoles.find((role) => role === text);
  if (found === undefined) throw new InvalidArgumentError(`It must be one of ${userRoles.join(", ")}.`);
  return found;
}

/** Values of a repeated flag, after one flag, or comma-separated. */
const listed = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...text.split(",").filter(Boolean),
];
