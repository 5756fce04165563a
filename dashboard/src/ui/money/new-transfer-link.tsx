import { Anchor, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useRight } from "../../app/session/session.ts";

/** Whether the person may move money between the organisation's accounts, or ask for it. */
function useMayTransfer(): boolean {
  const makes = useRight("sendMoney");
  const asks = useRight("requestSendMoney");
  const seesAccounts = useRight("fetchDepositoryAccounts");
  return (makes || asks) && seesAccounts;
}

/** Leads to a new transfer, out of the account when one is named; nothing for who may make none. */
export function NewTransferButton({ from }: { readonly from?: string }) {
  if (!useMayTransfer()) return null;
  return (
    <Button renderRoot={(props) => <Link to="/transfers/new" search={{ from }} {...props} />}>New transfer</Button>
  );
}

/** The same where there are none yet. */
export function FirstTransferLink() {
  if (!useMayTransfer()) return null;
  return <Anchor renderRoot={(props) => <Link to="/transfers/new" {...props} />}>Make the first one</Anchor>;
}
