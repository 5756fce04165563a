import { createFileRail, runFileRails } from "#bank/file-rails";
import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { Sql } from "#kernel/sql/sql.ts";
import { runBankAnswers, runHandOver } from "#payments/payments";

type Parts = Parameters<typeof runFileRails>[1];

/** Hands payments over, writes their files, and applies the bank's answers, until nothing is left to do. */
export async function workOnFiles(service: Service, parts: Parts): Promise<void> {
  const rail = createFileRail(service, parts);
  await acrossOrganizations(async () => {
    for (let done = 1; done > 0; )
      done =
        (await runHandOver(service, rail)) + (await runFileRails(service, parts)) + (await runBankAnswers(service));
  });
}

/** A process that finds planned files in the table, and acts on them only after another one has done its work. */
export function overtaken(service: Service, table: string, work: () => Promise<void>) {
  const { database } = service;
  const planned = new RegExp(`select file_id.*from ${table}\\s.*state = 'planned'`, "s");
  let isOvertaken = false;
  const many = async <Row>(statement: Sql) => {
    const rows = await database.many<Row>(statement);
    if (planned.test(statement.text) && rows.length > 0 && !isOvertaken) {
      isOvertaken = true;
      await work();
    }
    return rows;
  };
  return { slow: { ...service, database: { ...database, many } }, isOvertaken: () => isOvertaken };
}
