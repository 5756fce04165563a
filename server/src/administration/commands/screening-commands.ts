import { Type } from "typebox";
import { notFound } from "#kernel/http/http-refusals.ts";
import { object } from "#kernel/http/schemas.ts";
import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { isUuid } from "#kernel/values/ids.ts";
import {
  countOpenCases,
  findCase,
  findScreener,
  listCaseRows,
  listScreeningLists,
  loadList,
  renderCase,
  UnreadableList,
} from "#money/screening";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

export type ShownCase = ReturnType<typeof renderCase>;

export interface ShownList {
  readonly name: string;
  readonly publishedOn: string | null;
  readonly loadedAt: string;
  readonly entries: number;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

export interface ShownScreening {
  readonly kind: string;
  readonly failingSince: string | null;
  readonly problem: string | null;
  readonly openCases: number;
  readonly lists: readonly ShownList[];
  readonly cases: readonly ShownCase[];
}

const refusals = {
  screeningListUnreadable: {
    status: 400,
    title: "The files are not a list that screening reads",
    message: "Nothing was loaded. {problem}",
  },
} as const satisfies RefusalTable;
const refuse = refuser(refusals);

const LISTS_SHOWN = 3;
const CASES_SHOWN = 100;

const shownList = (list: Awaited<ReturnType<typeof loadList>>): ShownList => ({
  name: list.name,
  publishedOn: list.published_on,
  loadedAt: list.loaded_at.toISOString(),
  entries: list.entries,
  files: list.files.map(({ name, sha256 }) => ({ name, sha256 })),
});

export const screeningCommands: Readonly<Record<string, AdminCommand>> = {
  "screening.load": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      files: Type.Array(object({ name: Type.String(), contentBase64: Type.String() }), { minItems: 1, maxItems: 3 }),
    }),
    async ({ service }, { organization, files }, actor): Promise<ShownList> => {
      const { organizationId } = await pickOrganization(service, organization);
      const read = files.map(({ name, contentBase64 }) => {
        const bytes = Buffer.from(contentBase64, "base64");
        return { name, bytes, text: bytes.toString("utf8") };
      });
      try {
        return await withinOrganization(organizationId, async () =>
          shownList(await loadList(service, { organizationId, files: read, actor })),
        );
      } catch (error) {
        if (!(error instanceof UnreadableList)) throw error;
        throw refuse("screeningListUnreadable", { details: { problem: error.message } });
      }
    },
  ),
  "screening.list": adminCommand(
    object({ organization: Type.Optional(Type.String()) }),
    async ({ service }, { organization }): Promise<ShownScreening> => {
      const { database: db } = service;
      const { organizationId } = await pickOrganization(service, organization);
      return withinOrganization(organizationId, async () => {
        const screener = await findScreener(db, organizationId);
        const cases = await listCaseRows(db, organizationId, { state: "open", limit: CASES_SHOWN });
        return {
          kind: screener?.kind ?? "none",
          failingSince: screener?.failingSince?.toISOString() ?? null,
          problem: screener?.problem ?? null,
          openCases: Number((await countOpenCases(db, organizationId)).count),
          lists: (await listScreeningLists(db, organizationId, LISTS_SHOWN)).map(shownList),
          cases: cases.map(renderCase),
        };
      });
    },
  ),
  "screening.show": adminCommand(
    object({ organization: Type.Optional(Type.String()), caseId: Type.String() }),
    async ({ service }, { organization, caseId }): Promise<ShownCase> => {
      const { organizationId } = await pickOrganization(service, organization);
      return withinOrganization(organizationId, async () => {
        const row = isUuid(caseId) ? await findCase(service.database, organizationId, caseId) : undefined;
        if (row === undefined) throw notFound("case");
        return renderCase(row);
      });
    },
  ),
};
