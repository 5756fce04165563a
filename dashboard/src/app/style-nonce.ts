const meta = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]");
const nonce = meta?.content ?? "";

/** The nonce of this response; the content security policy allows only style elements that carry it. */
export const styleNonce = (): string => nonce;

// react-remove-scroll, used by dialogs, takes its nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce });
