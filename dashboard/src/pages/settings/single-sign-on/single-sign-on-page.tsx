import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getSingleSignOnOptions, getUsersOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { SingleSignOn } from "#api/generated/types.gen.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { Copy } from "#ui/forms/copy-button.tsx";
import { Facts } from "#ui/page/facts.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { LinkedUsers } from "./linked-users.tsx";
import { SignOnForm } from "./sign-on-form.tsx";

const USERS_MAX = 100;

/** The company's identity provider: what it needs, what it decides, and who must use it. */
export function SingleSignOnPage() {
  const settings = useQuery({ ...getSingleSignOnOptions(), refetchOnWindowFocus: false });
  const users = useQuery(getUsersOptions({ query: { limit: USERS_MAX } }));
  return (
    <SettingsAreaPage
      title="Single sign-on"
      lead="Users sign in with your company’s identity provider, such as Okta, Entra ID, Google, or Keycloak. Every change takes two administrators."
    >
      <Stack gap="md" maw={880}>
        <WaitingChanges kinds={["singleSignOn", "providerUnlink"]} />
        <Loaded query={settings}>
          {(data) => (
            <Loaded query={users}>
              {(list) => (
                <>
                  <Addresses {...data} />
                  {/* A change by someone else remounts the form. */}
                  <SignOnForm key={data.version} settings={data} users={list.users} />
                  <LinkedUsers users={list.users} />
                </>
              )}
            </Loaded>
          )}
        </Loaded>
      </Stack>
    </SettingsAreaPage>
  );
}

const Addresses = ({ redirectUri, logoutUri, scimUrl }: SingleSignOn) => (
  <Section title="What the provider needs">
    <Facts
      facts={[
        { label: "Redirect URI", value: <Copy text={redirectUri} label="redirect URI" />, isWide: true },
        {
          label: "Back-channel logout URI",
          value: <Copy text={logoutUri} label="back-channel logout URI" />,
          isWide: true,
        },
        { label: "SCIM base URL", value: <Copy text={scimUrl} label="SCIM base URL" />, isWide: true },
        {
          label: "SCIM token",
          value: (
            <TextLink to="/settings/tokens" size="sm">
              An API token with the access “Provisioning”
            </TextLink>
          ),
        },
      ]}
    />
  </Section>
);
