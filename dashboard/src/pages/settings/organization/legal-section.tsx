import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getLegalAddressOptions, getOrganizationOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { LegalAddress } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { Facts } from "#ui/page/facts.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";

/** Who the organization is, and who can change that. */
export function LegalSection({ mayChange }: { readonly mayChange: boolean }) {
  const mayRead = useRight("fetchOrganization");
  const organization = useQuery({ ...getOrganizationOptions(), enabled: mayRead });
  const address = useQuery(getLegalAddressOptions());
  if (!mayRead) return null;
  return (
    <Section
      title="Legal details"
      actions={
        mayChange && (
          <ButtonLink to="/set-up-to-live" size="xs" variant="default">
            {address.data?.legalAddress === null ? "Enter address" : "Change address"}
          </ButtonLink>
        )
      }
    >
      <Loaded query={organization} skeleton={<SkeletonRows rows={4} height={40} />}>
        {({ organization: { legalBusinessName, dbas, ein } }) => (
          <>
            <Facts
              facts={[
                { label: "Legal name", value: legalBusinessName },
                {
                  label: "Doing business as",
                  value: dbas.length === 0 ? undefined : dbas.map(({ dbaName }) => dbaName).join(", "),
                },
                { label: "EIN", value: ein ?? "Not entered" },
                {
                  label: "Address",
                  value: address.data === undefined ? "" : textOf(address.data.legalAddress),
                },
              ]}
            />
            <Text size="sm" c="dimmed" mt="sm">
              Banks check payments against the legal name, so only the server administrator can change it, the EIN, and
              other names.
            </Text>
          </>
        )}
      </Loaded>
    </Section>
  );
}

const textOf = (address: LegalAddress | null): string =>
  address === null
    ? "Not entered"
    : [address.address1, address.address2, address.city, `${address.region} ${address.postalCode}`]
        .filter((line) => line !== null && line !== "")
        .join(", ");
