import { Alert, List, Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconShieldOff } from "@tabler/icons-react";
import { useRight, useSession } from "#app/session/session.ts";
import { TextLink } from "#ui/page/links.tsx";
import { useControlChanges } from "./waiting-changes.tsx";

/** What one person can do alone because there is no second administrator. */
export function Unprotected() {
  const { data } = useControlChanges();
  const mayInvite = useRight("manageUsers");
  const { user } = useSession();
  const [dismissed, setDismissed] = useLocalStorage({
    key: `bursar.unprotected.${user.userId}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const open = (data?.protections ?? []).filter(({ isProtected }) => !isProtected);
  const names = open.map(({ name }) => name).join();
  // When something else is unprotected, it is shown again.
  if (open.length === 0 || dismissed === names) return null;
  return (
    <Alert
      color="yellow"
      title="No second administrator to confirm changes"
      icon={<IconShieldOff size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => setDismissed(names)}
    >
      <List size="sm" mb="xs">
        {open.map(({ name, unprotected }) => (
          <List.Item key={name}>{unprotected}</List.Item>
        ))}
      </List>
      <Text size="sm">
        These changes will require confirmation after a second administrator joins.{" "}
        {mayInvite && (
          <TextLink to="/settings/people" inherit c="inherit" underline="always">
            Invite a second administrator
          </TextLink>
        )}
      </Text>
    </Alert>
  );
}
