import { Anchor, Button, NavLink, Stack, Text } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useState } from "react";
import { startSingleSignOn } from "../../api/generated/sdk.gen.ts";
import type { SingleSignOnStart } from "../../api/generated/types.gen.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { SignInEmail } from "./sign-in-email.tsx";

type Organizations = NonNullable<SingleSignOnStart["organizations"]>;

/** Leaves for the company's provider, which sends the browser back to `returnTo`. */
export function CompanySignIn({
  email: fixedEmail,
  startEmail,
  organizationId: fixedOrganizationId,
  returnTo,
  onCancel,
}: {
  readonly email: string | undefined;
  readonly startEmail: string;
  readonly organizationId: string | undefined;
  readonly returnTo: string;
  readonly onCancel: () => void;
}) {
  const [email, setEmail] = useState(fixedEmail ?? startEmail);
  const [organizations, setOrganizations] = useState<Organizations>();
  const { busy, problem, submit } = useSubmit();
  const leave = (organizationId = fixedOrganizationId) =>
    submit(async () => {
      const body = { email, returnTo, ...(organizationId === undefined ? {} : { organizationId }) };
      const { data } = await startSingleSignOn({ body, throwOnError: true });
      if (data.url !== undefined) window.location.assign(data.url);
      else setOrganizations(data.organizations ?? []);
    });
  if (organizations !== undefined)
    return (
      <div>
        <FormProblem problem={problem} />
        <Text size="sm" mb="xs">
          Choose an organization.
        </Text>
        {organizations.map(({ id, legalBusinessName }) => (
          <NavLink key={id} component="button" label={legalBusinessName} onClick={() => void leave(id)} />
        ))}
      </div>
    );
  return (
    <form onSubmit={submits(() => void leave())}>
      <Stack gap="sm">
        <FormProblem problem={problem} />
        <Text size="sm">You continue on your company’s sign-in page.</Text>
        <SignInEmail
          readOnly={fixedEmail !== undefined}
          autoFocus
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          Continue
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onCancel}>
          Sign in another way
        </Anchor>
      </Stack>
    </form>
  );
}

export const CompanyButton = ({ busy, onChoose }: { readonly busy: boolean; readonly onChoose: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconBuilding size={18} stroke={1.6} aria-hidden />}
    disabled={busy}
    onClick={onChoose}
  >
    Sign in with your company
  </Button>
);
