import { Center, Stack, Text, Title } from "@mantine/core";
import { ButtonLink } from "../../ui/page/links.tsx";
import { useTitle } from "../../ui/page/use-title.ts";

/** Next to the menu if the user has a session. */
export function NotFoundPage({ inShell = false }: { readonly inShell?: boolean }) {
  useTitle("Page not found");
  return (
    <Center component={inShell ? "div" : "main"} mih="60vh" p="md">
      <Stack align="center" gap="xs">
        <Title order={1}>Page not found</Title>
        <Text c="dimmed" size="sm" ta="center">
          The link may be outdated, or the page may belong to another organization.
        </Text>
        <ButtonLink to="/" variant="default" mt="sm">
          Go to Home
        </ButtonLink>
      </Stack>
    </Center>
  );
}
