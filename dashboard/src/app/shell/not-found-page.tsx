import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTitle } from "../../ui/page/page.tsx";

export function NotFoundPage() {
  useTitle("Not found");
  return (
    <Center component="main" mih="60vh" p="md">
      <Stack align="center" gap="xs">
        <Title order={1}>There is no such page</Title>
        <Text c="dimmed" size="sm">
          The link may be old, or what it showed belongs to another organisation.
        </Text>
        <Button component={Link} to="/" variant="default" mt="sm">
          Go to the home page
        </Button>
      </Stack>
    </Center>
  );
}
