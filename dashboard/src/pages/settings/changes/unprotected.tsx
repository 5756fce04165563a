import { Alert, List, Text } from "@mantine/core";
import { IconShieldOff } from "@tabler/icons-react";
import { useRight } from "#app/session/session.ts";
import { TextLink } from "#ui/page/links.tsx";
import { useControlChanges } from "./waiting-changes.tsx";

/** What one person can do alone because there is no second administrator. */
export function Unprotected() {
  const { data } = useControlChanges();
  const mayInvite = useRight("manageUsers");
  const open = (data?.protections ?? []).filter(({ isProtected }) => !isProtected);
  if (open.length === 0) return null;
  return (
    <Alert
      color="yellow"
      title="No second administrator to confirm changes"
      icon={<IconShieldOff size={18} aria-hidden />}
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
