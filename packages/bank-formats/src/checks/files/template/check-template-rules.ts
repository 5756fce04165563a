import type { CheckProblemLog } from "../check-file-error.ts";
import type { CheckField, CheckFileTemplate } from "./check-template.ts";

/** What must hold so that a template can be written and read back. */
export function requireUsable(template: CheckFileTemplate, log: CheckProblemLog): void {
  const { header, detail, trailer, layout, statusesWithoutCode } = template;
  for (const [part, fields] of Object.entries({ header, detail, trailer })) {
    if (fields === undefined) continue;
    requireWidths(part, fields, template, log);
    requireDifferentNames(part, fields, log);
    for (const [index, field] of fields.entries()) requireField(`${part}[${index}]`, part === "detail", field, log);
  }
  const says = (test: (field: CheckField) => boolean): boolean => detail.some(test);
  if (!says((field) => field.kind === "digits" && field.of === "checkNumber"))
    log.add(0, "detail", "", "must contain the check number");
  if (!says((field) => field.kind === "amount")) log.add(0, "detail", "", "must contain the amount");
  const codes = detail.filter(({ kind }) => kind === "code").length;
  if (codes > 1) log.add(0, "detail", "", "must contain one code at most");
  if ((codes === 0) !== (statusesWithoutCode !== undefined) || statusesWithoutCode?.length === 0)
    log.add(0, "statusesWithoutCode", "", "is required without a code field, and not allowed with one");
  if (layout.kind === "delimited" && layout.titles && header)
    log.add(0, "header", "", "is not possible in a file whose first line contains titles");
  const namesAccount = [...(header ?? []), ...(trailer ?? [])].some((field) => field.kind === "digits");
  if (namesAccount && !template.oneAccount)
    log.add(0, "oneAccount", "", "must be true if a header or trailer names the account");
}

function requireWidths(
  part: string,
  fields: readonly CheckField[],
  { layout }: CheckFileTemplate,
  log: CheckProblemLog,
): void {
  if (fields.length === 0) log.add(0, part, "", "must contain fields");
  if (layout.kind !== "fixed") return;
  const width = fields.reduce((sum, field) => sum + field.width, 0);
  if (width !== layout.length)
    log.add(0, part, String(width), `the widths of the fields must add up to the length of a line, ${layout.length}`);
  for (const [index, field] of fields.entries())
    if (field.kind === "date" && field.width !== field.format.length)
      log.add(
        0,
        `${part}[${index}].width`,
        String(field.width),
        `must be ${field.format.length}, the length of ${field.format}`,
      );
}

function requireDifferentNames(part: string, fields: readonly CheckField[], log: CheckProblemLog): void {
  const seen = new Set<string>();
  for (const { name, kind } of fields) {
    if (name === "") log.add(0, part, "", "each field needs a name");
    else if (kind !== "constant" && seen.has(name)) log.add(0, part, name, "appears twice");
    seen.add(name);
  }
}

/** Sums belong to headers and trailers, checks to the detail. */
function requireField(path: string, isDetail: boolean, field: CheckField, log: CheckProblemLog): void {
  const isOfFile =
    field.kind === "tally" ||
    (field.kind === "amount" && field.of === "totalAmount") ||
    (field.kind === "date" && field.of === "fileDate");
  const isOfCheck =
    field.kind === "text" ||
    field.kind === "code" ||
    (field.kind === "digits" && field.of === "checkNumber") ||
    (field.kind === "amount" && field.of === "amount") ||
    (field.kind === "date" && field.of !== "fileDate");
  if (isDetail && isOfFile && field.kind !== "date") log.add(0, path, field.name, "belongs in a header or trailer");
  if (!isDetail && isOfCheck) log.add(0, path, field.name, "belongs in the detail");
  if (field.kind === "setting" && !/^[a-z][A-Za-z0-9]*$/.test(field.setting))
    log.add(0, `${path}.setting`, field.setting, "must be a name such as bankId");
  if (field.kind === "code") requireCodes(path, field.codes, field.width, log);
}

function requireCodes(
  path: string,
  codes: Readonly<Record<string, string>>,
  width: number,
  log: CheckProblemLog,
): void {
  const seen = new Set<string>();
  for (const [status, code] of Object.entries(codes)) {
    if (code.length > width) log.add(0, `${path}.codes.${status}`, code, `must have at most ${width} characters`);
    if (code.trim() !== code) log.add(0, `${path}.codes.${status}`, code, "must not begin or end with a space");
    if (seen.has(code)) log.add(0, `${path}.codes.${status}`, code, "has two meanings");
    seen.add(code);
  }
  if (seen.size === 0) log.add(0, `${path}.codes`, "", "must contain a code");
}
