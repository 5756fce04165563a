const meta = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]");
const nonce = meta?.content ?? "";

// Dialogs keep the page behind them from scrolling with a style element of their own; its maker looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** The nonce this page was sent with: the policy takes style elements that carry it, and no others. */
export const styleNonce = (): string => nonce;
