import { Center, Group, Paper, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { SignInForm } from "../../app/sign-in-form.tsx";
import { useTitle } from "../../ui/page.tsx";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  useTitle("Sign in");
  const { to } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  const land = async () => {
    // Whoever was signed in before leaves nothing behind.
    queryClient.clear();
    await router.invalidate();
    router.history.replace(to ?? "/dashboard/");
  };
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper p="xl" w="100%" maw={380}>
        <Group gap={10} mb="lg">
          <img src="/dashboard/icon.svg" alt="" width={28} height={28} />
          <Title order={1}>Sign in to Bursar</Title>
        </Group>
        <SignInForm onSignedIn={land} />
        <Text size="xs" c="dimmed" mt="lg">
          Sandbox: the first start wrote the demo users and their passwords to demo.json in the data folder.
        </Text>
      </Paper>
    </Center>
  );
}
