import { Anchor, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useRight } from "../../app/session/session.ts";

function useMayTransfer(): boolean {
  const makes = useRight("sendMoney");
  const asks = useRight("requestSendMoney");
  const seesAccounts = useRight("fetchDepositoryAccounts");
  return (makes || asks) && seesAccounts;
}

/** A link to a new transfer from the account, for users who may make one. */
export function NewTransferButton({ from }: { readonly from?: string }) {
  if (!useMayTransfer()) return null;
  return (
    <Button renderRoot={(props) => <Link to="/transfers/new" search={{ from }} {...props} />}>New transfer</Button>
  );
}

/** The link of an empty list. */
export function FirstTransferLink() {
  if (!useMayTransfer()) return null;
  return <Anchor renderRoot={(props) => <Link to="/transfers/new" {...props} />}>Make a transfer</Anchor>;
}
