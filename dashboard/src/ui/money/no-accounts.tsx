import { useRight } from "../../app/session/session.ts";
import { Empty } from "../feedback/empty.tsx";
import { TextLink } from "../page/links.tsx";

/** A new organization has no account: an administrator opens those that it has at its bank. */
export function NoAccounts() {
  const mayOpen = useRight("manageOrganization");
  return (
    <Empty title="No accounts yet">
      {mayOpen ? (
        <TextLink to="/set-up-to-live" search={{ item: "accounts" }}>
          Open the accounts that you have at your bank
        </TextLink>
      ) : (
        "An administrator opens the accounts that you have at your bank."
      )}
    </Empty>
  );
}
