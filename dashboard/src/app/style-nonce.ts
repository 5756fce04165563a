const meta = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]");
const nonce = meta?.content ?? "";

/** The nonce this page was sent with: the policy takes style elements that carry it, and no others. */
export const styleNonce = (): string => nonce;

// Dialogs hold the page still behind them with a style element (react-remove-scroll), which takes its nonce from this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });
