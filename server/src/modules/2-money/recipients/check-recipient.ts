import { routingNumberProblem } from "bursar-banking/identifiers/aba-routing-number";
import { accountNumberProblem } from "bursar-banking/identifiers/account-number";
import { shownDigitsOf } from "bursar-banking/identifiers/mask";
import {
  forEachMethod,
  methodTable,
  type PaymentMethod,
  paymentMethods,
} from "bursar-banking/identifiers/payment-method";
import { usAddressProblems } from "bursar-banking/identifiers/us-address";
import { statesOfZipPrefix } from "bursar-banking/identifiers/zip-prefixes";
import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { achFieldProblems, achFieldsOf, type EnteredAchFields } from "./details/ach-fields.ts";
import { enteredAddressProblems } from "./details/address-problems.ts";
import {
  type InternationalInput,
  internationalProblems,
  internationalRouting,
  readInternationalDetails,
} from "./details/check-international.ts";
import { type Address, type EnteredMethod, isEntered, type RoutingDetails } from "./recipient.ts";
import type {
  AddressInput,
  CreateRecipientInput,
  LegacyAddressInput,
  UpdateRecipientInput,
} from "./recipient-schemas.ts";
import { nameProblem } from "./spelling/spell-name.ts";

/** New details of a method, none (null), or unchanged (undefined). */
export type RoutingChange = RoutingDetails | null | undefined;

/** A validated body in the service's terms. Undefined members were omitted and stay unchanged. */
export interface CheckedRecipient {
  readonly name: string | undefined;
  readonly nickname: string | null | undefined;
  readonly emails: readonly string[] | undefined;
  readonly contactEmail: string | null | undefined;
  readonly isBusiness: boolean | null | undefined;
  readonly address: Address | null | undefined;
  readonly routings: Readonly<Record<PaymentMethod, RoutingChange>>;
}

/**
 * Checks what a schema cannot express; `abroad` holds details entered through an invite. Refuses with `invalidRequest`,
 * listing every invalid field; never repeats an account number.
 */
export function checkRecipient(
  body: CreateRecipientInput | UpdateRecipientInput,
  { isNew, abroad }: { isNew: boolean; abroad?: InternationalInput | undefined },
): CheckedRecipient {
  const problems: FieldProblem[] = [...textProblems(body), ...emailProblems(body)];
  if (isNew && body.email === undefined && body.emails === undefined)
    problems.push({ path: "emails", message: "is required (or email); use an empty list if there is none" });
  for (const method of paymentMethods.filter(isEntered)) {
    const { member, holds } = methodTable[method].details;
    const details = body[member];
    if (details) problems.push(...detailProblems(member, details, { mailsChecks: holds === "mailingAddress" }));
  }
  if (body.internationalWireRoutingInfo !== undefined && body.internationalWireRoutingInfo !== null) {
    problems.push({
      path: "internationalWireRoutingInfo",
      message:
        "International details are entered through a recipient invite (POST /recipients/invites) or in the dashboard.",
    });
  }
  if (abroad !== undefined)
    problems.push(
      ...internationalProblems(abroad).map(({ path, message }) => ({
        path: `internationalWireRoutingInfo.${path}`,
        message,
      })),
    );
  const address = body.address ? legacyAddress(body.address) : body.address;
  if (address)
    problems.push(
      ...usAddressProblems(address).map(({ path, message }) => ({
        path: `address.${path === "region" ? "state" : path}`,
        message,
      })),
    );
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    name: body.name?.trim(),
    nickname: body.nickname,
    emails: body.email !== undefined && !body.emails?.length ? [body.email] : body.emails,
    contactEmail: body.contactEmail,
    isBusiness: body.isBusiness,
    address,
    routings: forEachMethod((method) =>
      isEntered(method) ? routingChange(body, method, { isNew }) : internationalChange(body, abroad),
    ),
  };
}

function textProblems({ name, nickname }: UpdateRecipientInput): FieldProblem[] {
  const isLine = (text: string) => text.trim() !== "" && !holdsHidden(text);
  const message = "must be one line of text";
  return [
    ...(name === undefined || isLine(name) ? [] : [{ path: "name", message }]),
    ...(name === undefined || !isLine(name) ? [] : problemAt("name", nameProblem(name))),
    ...(nickname == null || isLine(nickname) ? [] : [{ path: "nickname", message }]),
  ];
}

const problemAt = (path: string, message: string | undefined): FieldProblem[] =>
  message === undefined ? [] : [{ path, message }];

function emailProblems({ email, emails }: UpdateRecipientInput): FieldProblem[] {
  // An empty list counts as absent: some clients always send one.
  if (email === undefined || !emails?.length || emails[0] === email) return [];
  return [{ path: "email", message: "must be the first of emails when both are given" }];
}

interface Details {
  readonly accountNumber?: string;
  readonly routingNumber?: string;
  readonly address?: AddressInput | null;
  readonly achFields?: EnteredAchFields | null;
}

function detailProblems(
  member: string,
  { accountNumber, routingNumber, address, achFields }: Details,
  { mailsChecks }: { readonly mailsChecks: boolean },
): FieldProblem[] {
  const account = accountNumber === undefined ? undefined : accountNumberProblem(accountNumber);
  const routing = routingNumber === undefined ? undefined : routingNumberProblem(routingNumber);
  return [
    ...(account === undefined ? [] : [{ path: `${member}.accountNumber`, message: account }]),
    ...(routing === undefined ? [] : [{ path: `${member}.routingNumber`, message: routing }]),
    ...(address ? enteredAddressProblems(`${member}.address`, address, { mailsChecks }) : []),
    ...achFieldProblems(`${member}.achFields`, achFields),
  ];
}

/** The address format of older clients; a missing US state is derived from the ZIP code. */
function legacyAddress({ address1, address2, city, state, postalCode }: LegacyAddressInput): Address {
  const [onlyState, ...others] = statesOfZipPrefix(postalCode.slice(0, 3));
  const stateOfZip = onlyState !== undefined && others.length === 0 ? onlyState : "";
  return { address1, address2: address2 ?? null, city, region: state ?? stateOfZip, postalCode, country: "US" };
}

const addressOf = (address: AddressInput): Address => ({ ...address, address2: address.address2 ?? null });

function routingChange(
  body: UpdateRecipientInput,
  method: EnteredMethod,
  { isNew }: { readonly isNew: boolean },
): RoutingChange {
  const given:
    | (Details & { bankName?: string | null; electronicAccountType?: RoutingDetails["electronicAccountType"] })
    | null
    | undefined = body[methodTable[method].details.member];
  if (!given) return given;
  // Clients that do not know them leave them out; an empty object erases them.
  const erased = isNew || given.achFields === undefined ? undefined : {};
  const achFields = achFieldsOf(given.achFields) ?? erased;
  return {
    method,
    ...(given.accountNumber === undefined
      ? {}
      : { accountNumber: given.accountNumber, accountNumberLast4: shownDigitsOf(given.accountNumber) }),
    ...(given.routingNumber === undefined ? {} : { routingNumber: given.routingNumber }),
    ...(given.electronicAccountType === undefined ? {} : { electronicAccountType: given.electronicAccountType }),
    ...(given.bankName ? { bankName: given.bankName } : {}),
    ...(given.address ? { address: addressOf(given.address) } : {}),
    ...(achFields === undefined ? {} : { achFields }),
  };
}

/** The API accepts none (see `abroad`), but it can remove them: null. */
function internationalChange(
  { internationalWireRoutingInfo: given }: UpdateRecipientInput,
  abroad: InternationalInput | undefined,
): RoutingChange {
  if (abroad !== undefined) return internationalRouting(readInternationalDetails(abroad));
  return given === null ? null : undefined;
}
