import type { ReactNode } from "react";
import { Money } from "#ui/money/money.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { ItemLine } from "./item.tsx";

/** A request with a link to its review, and its amount. */
export const RequestLine = ({
  request: { requestId, payeeName, amount },
  children,
}: {
  readonly request: { readonly requestId: string; readonly payeeName: string; readonly amount: number };
  readonly children: ReactNode;
}) => (
  <ItemLine
    name={
      <TextLink to="/approvals/$requestId" params={{ requestId }} title={payeeName} inherit>
        {payeeName}
      </TextLink>
    }
    amount={<Money amount={amount} />}
  >
    {children}
  </ItemLine>
);
