import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { SetUpItem } from "#api/generated/types.gen.ts";
import { ButtonLink } from "#ui/page/links.tsx";
import { AccountsWork } from "./accounts-work.tsx";
import { AddressForm } from "./address-form.tsx";
import { ConnectionsWork } from "./connections-work.tsx";
import { TestEmail } from "./test-email.tsx";

type ItemName = SetUpItem["item"];

/** What is done on the page itself, and where the rest is done. */
export function ItemWork({ item: { item, done } }: { readonly item: SetUpItem }): ReactNode {
  return works[item](done);
}

const works: Readonly<Record<ItemName, (done: boolean) => ReactNode>> = {
  organization: () => <AddressForm />,
  email: () => <TestEmail />,
  accounts: () => <AccountsWork />,
  colleagues: (done) => (
    <Group>
      <ButtonLink to="/settings/people" search={{ edit: "new" }} size="xs" variant={done ? "default" : "filled"}>
        Invite user
      </ButtonLink>
      <ButtonLink to="/settings/people" size="xs" variant="default">
        Users and invitations
      </ButtonLink>
    </Group>
  ),
  secondFactor: (done) => (
    <Group>
      <ButtonLink to="/profile" size="xs" variant={done ? "default" : "filled"}>
        Set up yours
      </ButtonLink>
      <ButtonLink to="/settings/organization" size="xs" variant="default">
        Require it of others
      </ButtonLink>
    </Group>
  ),
  approvalRule: (done) => (
    <Group>
      <ButtonLink to="/settings/rules" search={{ edit: "new" }} size="xs" variant={done ? "default" : "filled"}>
        Add rule
      </ButtonLink>
    </Group>
  ),
  bankConnection: () => <ConnectionsWork step="connect" />,
  backup: () => null,
  keyCopy: () => null,
  standby: () => null,
  monitoring: () => null,
  rehearsal: () => <ConnectionsWork step="rehearse" />,
  goLive: () => <ConnectionsWork step="goLive" />,
  firstPenny: (done) =>
    done ? null : (
      <Group>
        <ButtonLink to="/pay" size="xs">
          Pay $0.01
        </ButtonLink>
        <ButtonLink to="/bank-files" size="xs" variant="default">
          Follow it
        </ButtonLink>
      </Group>
    ),
};
