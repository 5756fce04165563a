import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTitle } from "../../ui/page/page.tsx";

export function NotFoundPage() {
  useTitle("Not found");
  return (
    <Center component="main" mih="60vh" p="md">
      <Stack align="center" gap="xs">
        <Title order={1}>Page not found</Title>
        <Text c="dimmed" size="sm">
          The link may be outdated, or the page may belong to another organization.
        </Text>
        <Button component={Link} to="/" variant="default" mt="sm">
          Go to Home
        </Button>
      </Stack>
    </Center>
  );
}
