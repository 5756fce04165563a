import { Readable } from "node:stream";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { cursorParameters, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { filterRefusals, filtersOverAccounts } from "../transactions/transaction-parameters.ts";
import { exportTransactions } from "./export-transactions.ts";

/** `GET /transactions/export`: the complete list as a file. */
export function exportRoutes(app: Api, service: Service): void {
  app.get(
    "/transactions/export",
    {
      config: { scope: "fetchTransactions", refusals: filterRefusals },
      schema: {
        operationId: "exportTransactions",
        summary: "Export transactions as CSV",
        description:
          "Every matching transaction, with the filters of `GET /transactions`, oldest first unless `order` says otherwise. Streamed, however many there are; a connection that ends before the last chunk means that the file is incomplete.",
        tags: ["Transactions"],
        querystring: object({ order: cursorParameters.order, ...filtersOverAccounts }),
        produces: ["text/csv"],
        response: {
          200: Type.Unsafe<Readable>({
            type: "string",
            description: "CSV in UTF-8, one line per transaction, with a header line.",
          }),
        },
      },
    },
    async (request, reply) => {
      const pieces = await exportTransactions(service, callerOf(request).organizationId, request.query);
      const day = newYorkDay(service.clock.now());
      // At most one page is read ahead: the receiver sets the pace.
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="transactions-${day}.csv"`)
        .send(Readable.from(pieces, { highWaterMark: 1 }));
    },
  );
}
