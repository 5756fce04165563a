import { Type } from "typebox";
import { type Api, organizationOf } from "#kernel/http/api.ts";
import { object, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { accountFigures, recipientFigures } from "./figures.ts";

const tags = ["Dashboard"];

const AccountFiguresSchema = object(
  {
    accountId: Uuid("The account."),
    in: Usd("What arrived this month, transfers from other accounts included."),
    out: Usd("What left this month, transfers to other accounts included, as a positive number."),
    held: Usd("Held for payments that have not been sent."),
    scheduled: Usd("Approved, and due before the end of this month."),
  },
  { title: "AccountFigures" },
);

const RecipientFiguresSchema = object(
  {
    recipientId: Uuid("The recipient."),
    paid: Usd("The sum of the payments that were sent and not returned."),
    payments: Type.Integer({ description: "How many payments that is." }),
    isExact: Type.Boolean({ description: "False: there are more; only the last 500 payments were added up." }),
  },
  { title: "RecipientFigures" },
);

/** Figures next to the rows of lists. Their cost depends on accounts, days, and the page, not on all transactions. */
export function figureRoutes(app: Api, service: Service): void {
  app.get(
    "/account-figures",
    {
      config: { scope: "person", permission: "fetchDepositoryAccounts", refusals: [] },
      schema: {
        operationId: "getAccountFigures",
        summary: "Get what moves in each account this month",
        description: "For each account that is not deleted, by the present month in New York.",
        tags,
        response: {
          200: object(
            {
              month: Type.String({ description: "A month in New York, YYYY-MM.", examples: ["2026-11"] }),
              accounts: Type.Array(AccountFiguresSchema, { description: "In the order in which they were opened." }),
            },
            { title: "AccountFiguresList" },
          ),
        },
      },
    },
    async (request) => {
      const { month, accounts } = await accountFigures(service, organizationOf(request));
      return { month, accounts: [...accounts] };
    },
  );

  app.get(
    "/recipient-figures",
    {
      config: { scope: "person", permission: "fetchTransactions", refusals: [] },
      schema: {
        operationId: "getRecipientFigures",
        summary: "Get how much was paid to recipients",
        description: "For the recipients of a page.",
        tags,
        querystring: object({
          recipientId: Type.Optional(
            Type.Array(Uuid("A recipient."), { maxItems: 100, description: "The recipients; none if omitted." }),
          ),
        }),
        response: {
          200: object(
            { recipients: Type.Array(RecipientFiguresSchema, { description: "One for each." }) },
            { title: "RecipientFiguresList" },
          ),
        },
      },
    },
    async (request) => {
      const figures = await recipientFigures(service, organizationOf(request), request.query.recipientId ?? []);
      return { recipients: [...figures] };
    },
  );
}
