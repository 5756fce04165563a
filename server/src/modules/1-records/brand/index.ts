/**
 * The logo and the color of an organization, on what its customers and recipients receive: invoices, pay pages, invites,
 * documents of payments, and the emails about them. Owns no table: modules/1-records/identity stores the color,
 * modules/1-records/attachments the logo.
 *
 * Guarantees: a logo is a picture that was decoded and redrawn, so that nothing else of the uploaded file remains; it
 * is next to the organization's legal name, never instead of it, and on no email or page that is about signing in; text
 * in the color, or on it, can be read; what cannot be read from the store delays no invoice and no email, and is counted.
 */
export {
  type Brand,
  BrandSchema,
  brandMetrics,
  findBrand,
  hasLogo,
  type PaperBrand,
  paperBrand,
  readLogo,
} from "./brand.ts";
export { removeLogo, uploadLogo } from "./change-logo.ts";
