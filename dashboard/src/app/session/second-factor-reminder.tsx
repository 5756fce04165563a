import { Alert } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { TextLink } from "../../ui/page/links.tsx";
import { When } from "../../ui/page/when.tsx";
import { useSession } from "./session.ts";

/** Shown during the grace period before the organization's second factor becomes mandatory. */
export function SecondFactorReminder() {
  const { secondFactorDueAt: dueAt } = useSession();
  if (dueAt === null) return null;
  return (
    <Alert color="yellow" mb="md" role="status" icon={<IconShieldLock size={18} aria-hidden />}>
      Your organization requires a second factor.{" "}
      <TextLink to="/profile" inherit c="inherit" underline="always">
        Set one up
      </TextLink>{" "}
      by <When at={dueAt} />, or you will lose access until you do.
    </Alert>
  );
}
