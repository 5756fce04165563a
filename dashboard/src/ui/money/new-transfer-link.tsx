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
    <ButtonLink to="/transfers/new" search={{ from, to: undefined }}>
      New transfer
    </ButtonLink>
  );
}

/** Links to a new transfer into an account, and out of it. */
export function TransferButtons({ accountId }: { readonly accountId: string }) {
  if (!useMayTransfer()) return null;
  return (
    <>
      <ButtonLink to="/transfers/new" search={{ from: accountId, to: undefined }} variant="default">
        Transfer out
      </ButtonLink>
      <ButtonLink to="/transfers/new" search={{ from: undefined, to: accountId }}>
        Transfer in
      </ButtonLink>
    </>
  );
}

/** The link of an empty list. */
export function FirstTransferLink() {
  if (!useMayTransfer()) return null;
  return <TextLink to="/transfers/new">Make a transfer</TextLink>;
}
