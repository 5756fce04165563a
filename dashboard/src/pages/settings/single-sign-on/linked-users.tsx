import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listIdentityLinksOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { removeIdentityLink } from "#api/generated/sdk.gen.ts";
import type { User } from "#api/generated/types.gen.ts";
import { fullNameOf, useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { notifyDone } from "#ui/feedback/notify.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { Age } from "#ui/page/age.tsx";
import { Section } from "#ui/page/section.tsx";
import { DataTable } from "#ui/table/data-table.tsx";

/** Who has signed in with the provider. Someone with a new account there is unlinked first. */
export function LinkedUsers({ users }: { readonly users: readonly User[] }) {
  const mayUnlink = useRight("manageUsers");
  const links = useQuery({ ...listIdentityLinksOptions(), enabled: mayUnlink });
  const names = new Map(users.map((user) => [user.userId, fullNameOf(user)]));
  if (!mayUnlink) return null;
  return (
    <Section title="Linked users" flush>
      <Loaded query={links} skeleton={<SkeletonRows rows={3} />}>
        {({ links: rows }) =>
          rows.length === 0 ? (
            <Empty title="Nobody yet">A user appears here after the first sign-in with the provider.</Empty>
          ) : (
            <DataTable
              label="Linked users"
              rows={rows}
              rowKey={({ userId }) => userId}
              columns={[
                { header: "User", cell: ({ userId }) => names.get(userId) ?? "Another user" },
                { header: "ID at the provider", cell: ({ subject }) => subject, wideOnly: true },
                { header: "Linked", cell: ({ linkedAt }) => <Age at={linkedAt} />, width: 140 },
                {
                  header: "Actions",
                  hideHeader: true,
                  align: "right",
                  width: 110,
                  cell: ({ userId }) => <Unlink userId={userId} name={names.get(userId) ?? "this user"} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

function Unlink({ userId, name }: { readonly userId: string; readonly name: string }) {
  const { busy, run } = useAction(["controls", "users"]);
  const unlink = async () => {
    const answer = await run(() => removeIdentityLink({ path: { userId }, throwOnError: true }));
    if (answer === undefined) return;
    if (typeof answer.data === "object" && answer.data !== null) notifyOutcome(answer.data, `${name} was unlinked.`);
    else notifyDone(`${name} was unlinked.`);
  };
  return (
    <Button size="xs" variant="default" loading={busy} aria-label={`Unlink ${name}`} onClick={() => void unlink()}>
      Unlink
    </Button>
  );
}
