import { Center, Stack, Text, Title } from "@mantine/core";
import { ButtonLink } from "../../ui/page/links.tsx";
import { useTitle } from "../../ui/page/use-title.ts";

export function NotFoundPage() {
  useTitle("Not found");
  return (
    <Center component="main" mih="60vh" p="md">
      <Stack align="center" gap="xs">
        <Title order={1}>Page not found</Title>
        <Text c="dimmed" size="sm">
          The link may be outdated, or the page may belong to another organization.
        </Text>
        <ButtonLink to="/" variant="default" mt="sm">
          Go to Home
        </ButtonLink>
      </Stack>
    </Center>
  );
}
