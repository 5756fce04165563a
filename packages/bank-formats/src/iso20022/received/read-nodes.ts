import { NAMESPACE_START } from "../messages/message-tables.ts";
import { Iso20022Error } from "../schema/problems.ts";
import { newXmlInput, type XmlStartTag } from "../schema/xml-input.ts";
import { type IsoTolerances, isoTolerances, toleranceOfDeviation } from "./iso-tolerances.ts";

/** An element as it is in the document, without the elements that the reader does not interpret. */
export interface XmlNode {
  /** Without its prefix. */
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** The attribute `Ccy`. */
  readonly currency: string | undefined;
  readonly children: readonly XmlNode[];
  /** As in the document; empty if it has elements. */
  readonly text: string;
}

interface OpenNode {
  name: string;
  line: number;
  column: number;
  currency: string | undefined;
  children: XmlNode[];
  /** Whether there were elements: text between them says nothing, and a long statement has much of it. */
  hasElements: boolean;
  text: string;
}

/** Which message a document is: `camt.053.001.04`, from its namespace. */
export interface DocumentName {
  readonly name: string;
  /** The element below `Document`. */
  readonly element: string;
}

export interface NodeEvents {
  /** The elements below `Document` that may be read. */
  readonly isMessage: (element: string) => boolean;
  /** Whether an element is interpreted at all, by its name. Others are skipped, except where all are kept. */
  readonly isKnown: (element: string) => boolean;
  /** Elements in which an unknown one must not be missed, because it might have been a payment. */
  readonly keepsAll: (element: string) => boolean;
  /** Whether complete elements of this name are handed over and not kept. */
  readonly isHandedOver: (element: string) => boolean;
  /** `parentIndex` counts the enclosing elements from 0, also those in which nothing is handed over. */
  readonly take: (node: XmlNode, parentIndex: number) => void;
}

export interface NodeReading {
  readonly write: (chunk: Uint8Array | string) => void;
  /** The element below `Document`, without what was handed over. */
  readonly close: () => { readonly document: DocumentName; readonly root: XmlNode };
}

interface State {
  readonly open: OpenNode[];
  /** Elements around `Document`. */
  around: number;
  /** Elements inside one that is not interpreted. */
  skipped: number;
  namespace: string;
  isInDocument: boolean;
  document: DocumentName | undefined;
  root: XmlNode | undefined;
  kept: number;
  latest: { readonly parent: OpenNode; readonly index: number } | undefined;
}

const ENVELOPE_DEPTH_MAX = 5;
/** Elements in memory at once, some 200 bytes each. */
const KEPT_MAX = 1_000_000;
const TEXT_LENGTH_MAX = 16 * 1024;
const MESSAGE_NAME = /(?:^|[:/#])([a-z]{4}\.\d{3}\.\d{3}\.\d{2})$/;

/** Reads a message of any version as elements. Throws Iso20022Error where it is not well-formed or not such a message. */
export function readNodes(events: NodeEvents, tolerances: IsoTolerances, bytesMax: number): NodeReading {
  const state: State = {
    open: [],
    around: 0,
    skipped: 0,
    namespace: "",
    isInDocument: false,
    document: undefined,
    root: undefined,
    kept: 0,
    latest: undefined,
  };
  const fail = (rule: string): never => {
    throw new Iso20022Error([{ path: pathOf(state.open), rule, ...input.place() }]);
  };
  const input = newXmlInput(
    {
      open: (tag) => {
        if (state.skipped > 0) state.skipped += 1;
        else if (state.open.length > 0) openNode(state, tag, { events, place: input.place(), fail });
        else if (state.isInDocument) openMessage(state, tag, { events, place: input.place(), fail });
        else openAround(state, tag, { tolerances, place: input.place(), fail });
      },
      close: () => close(state, events),
      text: (text) => {
        const node = state.open.at(-1);
        if (node === undefined || state.skipped > 0 || node.hasElements) return;
        node.text += text;
        if (node.text.length > TEXT_LENGTH_MAX) fail(`may have at most ${TEXT_LENGTH_MAX} characters`);
      },
    },
    {
      bytesMax,
      onDeviation: (deviation) => {
        const tolerance = toleranceOfDeviation[deviation];
        if (!tolerances.accepts(tolerance, input.place().line)) fail(`must not be so: ${isoTolerances[tolerance]}`);
      },
    },
  );
  return {
    write: input.write,
    close: () => {
      input.close();
      const { document, root } = state;
      if (document === undefined || root === undefined) return fail("has no message in a Document");
      return { document, root };
    },
  };
}

const pathOf = (open: readonly OpenNode[]): string => open.map(({ name }) => name).join("/") || "/";

interface Place {
  readonly place: { readonly line: number; readonly column: number };
  readonly fail: (rule: string) => never;
}

/** `Document`, or an element around it. */
function openAround(
  state: State,
  tag: XmlStartTag,
  { tolerances, place, fail }: Place & { readonly tolerances: IsoTolerances },
): void {
  const isHeader = tag.local === "AppHdr";
  if (tag.local === "Document") {
    if (state.root !== undefined) fail("must be the only Document");
    state.isInDocument = true;
    state.namespace = tag.uri;
    if (!tag.uri.startsWith(NAMESPACE_START) && !tolerances.accepts("otherNamespace", place.line))
      fail(`must have a namespace that starts with ${NAMESPACE_START}`);
    return;
  }
  if (isHeader) {
    state.skipped = 1;
    return;
  }
  state.around += 1;
  if (state.around > ENVELOPE_DEPTH_MAX) fail("must have a Document near its root");
  if (!tolerances.accepts("envelope", place.line)) fail("the root must be Document");
}

function openMessage(state: State, tag: XmlStartTag, { events, place, fail }: Place & { readonly events: NodeEvents }) {
  if (state.document !== undefined) fail("must contain one message");
  if (!events.isMessage(tag.local)) fail(`must contain another message than ${tag.local.slice(0, 40)}`);
  const name = MESSAGE_NAME.exec(state.namespace)?.[1] ?? "";
  state.document = { name, element: tag.local };
  push(state, tag, place);
}

function openNode(state: State, tag: XmlStartTag, { events, place, fail }: Place & { readonly events: NodeEvents }) {
  const isForeign = tag.uri !== state.namespace;
  const parent = state.open.at(-1);
  if ((isForeign || !events.isKnown(tag.local)) && (parent === undefined || !events.keepsAll(parent.name))) {
    state.skipped = 1;
    return;
  }
  push(state, tag, place);
  const node = state.open.at(-1);
  if (isForeign && node !== undefined) node.name = `${tag.local} of another namespace`;
  if (state.kept > KEPT_MAX) fail(`the document has more than ${KEPT_MAX} elements`);
}

function push(state: State, tag: XmlStartTag, { line, column }: Place["place"]): void {
  const currency = tag.attributes["Ccy"]?.value;
  const parent = state.open.at(-1);
  if (parent !== undefined) {
    parent.hasElements = true;
    parent.text = "";
  }
  state.open.push({ name: tag.local, line, column, currency, children: [], hasElements: false, text: "" });
  state.kept += 1;
}

function close(state: State, events: NodeEvents): void {
  if (state.skipped > 0) {
    state.skipped -= 1;
    return;
  }
  const node = state.open.pop();
  if (node === undefined) {
    if (state.isInDocument) state.isInDocument = false;
    else state.around -= 1;
    return;
  }
  const { name, line, column, currency, children, text } = node;
  const complete: XmlNode = { name, line, column, currency, children, text };
  const parent = state.open.at(-1);
  if (parent === undefined) state.root = complete;
  else if (events.isHandedOver(name)) {
    state.kept -= countOf(complete);
    events.take(complete, indexOf(state, parent));
  } else parent.children.push(complete);
}

/** The place of an open element among those of its name; those before it are complete. */
function indexOf(state: State, parent: OpenNode): number {
  if (state.latest?.parent === parent) return state.latest.index;
  const siblings = state.open.at(-2)?.children ?? [];
  const index = siblings.filter(({ name }) => name === parent.name).length;
  state.latest = { parent, index };
  return index;
}

const countOf = (node: XmlNode): number => node.children.reduce((sum, child) => sum + countOf(child), 1);
