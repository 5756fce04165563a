import { checkProblemLog } from "../check-file-error.ts";
import { type CheckStatus, checkStatuses } from "../check-record.ts";
import type { CheckField, CheckFileLayout, CheckFileTemplate, CheckTemplateSource } from "./check-template.ts";
import { checkDateFormats } from "./check-template.ts";
import { requireUsable } from "./check-template-rules.ts";
import { type DataPlace, dataPlace } from "./template-data.ts";

const FIELDS_MAX = 100;
const WIDTH_MAX = 1_000;
const LENGTH_MAX = 4_000;

/**
 * A template from JSON, so that a bank without a template here can be described without code. Unknown keys, and fields that
 * do not fit together, are refused: throws `CheckFileError` whose problems name the path, such as `detail[3].width`.
 */
export function checkTemplateFrom(data: unknown): CheckFileTemplate {
  const log = checkProblemLog();
  const place = dataPlace(data, "", log);
  place.only([
    "id",
    "bank",
    "title",
    "purpose",
    "source",
    "layout",
    "lineEnd",
    "header",
    "detail",
    "trailer",
    "order",
    "oneAccount",
    "statusesWithoutCode",
  ]);
  const fields = (key: string): readonly CheckField[] => place.places(key, FIELDS_MAX).map(fieldFrom);
  const template: CheckFileTemplate = {
    id: place.text("id", 60),
    bank: place.text("bank", 100),
    title: place.text("title", 200),
    purpose: place.oneOf("purpose", ["issue", "paid"]),
    source: sourceFrom(place.place("source")),
    layout: layoutFrom(place.place("layout")),
    lineEnd: place.oneOf("lineEnd", ["crlf", "lf"]),
    ...(place.has("header") ? { header: fields("header") } : {}),
    detail: fields("detail"),
    ...(place.has("trailer") ? { trailer: fields("trailer") } : {}),
    order: place.oneOf("order", ["asGiven", "checkNumber"]),
    oneAccount: place.flag("oneAccount"),
    ...(place.has("statusesWithoutCode") ? { statusesWithoutCode: statusesFrom(place, "statusesWithoutCode") } : {}),
  };
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(template.id)) place.problem("id", "must be lower-case words with hyphens");
  log.finish();
  requireUsable(template, log);
  log.finish();
  return template;
}

function sourceFrom(place: DataPlace): CheckTemplateSource {
  place.only(["document", "url", "basis", "unverified"]);
  return {
    document: place.text("document", 400),
    url: place.text("url", 400),
    basis: place.oneOf("basis", ["bank", "vendor", "own"]),
    unverified: place.texts("unverified", 20),
  };
}

function layoutFrom(place: DataPlace): CheckFileLayout {
  if (place.oneOf("kind", ["fixed", "delimited"]) === "fixed") {
    place.only(["kind", "length"]);
    return { kind: "fixed", length: place.whole("length", LENGTH_MAX) };
  }
  place.only(["kind", "delimiter", "quotes", "titles"]);
  return {
    kind: "delimited",
    delimiter: place.oneOf("delimiter", [",", ";", "|", "\t"]),
    quotes: place.oneOf("quotes", ["never", "whenNeeded"]),
    titles: place.flag("titles"),
  };
}

function statusesFrom(place: DataPlace, key: string): readonly CheckStatus[] {
  return place.texts(key, checkStatuses.length).flatMap((text) => {
    const status = checkStatuses.find((name) => name === text);
    if (status === undefined) place.problem(key, `must contain only ${checkStatuses.join(", ")}`);
    return status === undefined ? [] : [status];
  });
}

const KINDS = ["digits", "text", "amount", "date", "code", "constant", "setting", "tally"] as const;
const FILLS = ["zeros", "spaces", "none"] as const;

/** The keys of each kind in addition to `name`, `kind`, and `width`. */
const KEYS: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  digits: ["of", "fill"],
  text: ["of", "required", "tooLong"],
  amount: ["of", "decimals", "fill"],
  date: ["of", "format", "onlyFor", "optional"],
  code: ["codes"],
  constant: ["value"],
  setting: ["setting", "align", "fill"],
  tally: ["of", "fill"],
};

function fieldFrom(place: DataPlace): CheckField {
  const kind = place.oneOf("kind", KINDS);
  place.only(["name", "kind", "width", ...KEYS[kind]]);
  const base = { name: place.text("name", 60), width: place.whole("width", WIDTH_MAX) };
  switch (kind) {
    case "digits":
      return {
        ...base,
        kind,
        of: place.oneOf("of", ["accountNumber", "routingNumber", "checkNumber"]),
        fill: place.oneOf("fill", FILLS),
      };
    case "text":
      return {
        ...base,
        kind,
        of: place.oneOf("of", ["payee", "payeeLine2", "reference", "reason"]),
        required: place.flag("required"),
        tooLong: place.oneOf("tooLong", ["refuse", "cut"]),
      };
    case "amount":
      return {
        ...base,
        kind,
        of: place.oneOf("of", ["amount", "totalAmount"]),
        decimals: place.oneOf("decimals", ["implied", "explicit"]),
        fill: place.oneOf("fill", FILLS),
      };
    case "date":
      return dateFieldFrom(place, base);
    case "code":
      return { ...base, kind, codes: codesFrom(place.place("codes")) };
    case "constant":
      return { ...base, kind, value: place.text("value", base.width) };
    case "setting":
      return {
        ...base,
        kind,
        setting: place.text("setting", 60),
        align: place.oneOf("align", ["left", "right"]),
        fill: place.oneOf("fill", ["zeros", "spaces"]),
      };
    case "tally":
      return { ...base, kind, of: place.oneOf("of", ["records", "checkNumbers"]), fill: place.oneOf("fill", FILLS) };
  }
}

function dateFieldFrom(place: DataPlace, base: { readonly name: string; readonly width: number }): CheckField {
  return {
    ...base,
    kind: "date",
    of: place.oneOf("of", ["issueDate", "voidDate", "paidDate", "eventDate", "fileDate"]),
    format: place.oneOf("format", checkDateFormats),
    ...(place.has("onlyFor") ? { onlyFor: statusesFrom(place, "onlyFor") } : {}),
    ...(place.has("optional") ? { optional: place.flag("optional") } : {}),
  };
}

function codesFrom(place: DataPlace): Readonly<Partial<Record<CheckStatus, string>>> {
  place.only(checkStatuses);
  return Object.fromEntries(
    checkStatuses.filter((status) => place.has(status)).map((status) => [status, place.text(status, 40)]),
  );
}
