import { useRight } from "../../app/session/session.ts";
import { ButtonLink, TextLink } from "../page/links.tsx";

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
    <ButtonLink to="/transfers/new" search={{ from }}>
      New transfer
    </ButtonLink>
  );
}

/** The link of an empty list. */
export function FirstTransferLink() {
  if (!useMayTransfer()) return null;
  return <TextLink to="/transfers/new">Make a transfer</TextLink>;
}
