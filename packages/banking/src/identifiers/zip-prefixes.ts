/**
 * The states that use each ZIP code prefix, by the first three digits (USPS Domestic Mail Manual, L002; Publication
 * 65). Ranges include the unused prefixes inside a state's range: the table exists to find a ZIP code that contradicts
 * its state, not to list every post office.
 *
 * A few prefixes belong to two states, because a post office serves places across the border; each state has a row.
 */
const ranges = `
  005 NY  006-007 PR  008 VI  009 PR
  010-027 MA  028-029 RI  030-038 NH  039-049 ME  050-054 VT  055 MA  056-059 VT  060-069 CT  063 NY
  070-089 NJ  090-099 AE
  100-149 NY  150-196 PA  197-199 DE
  200 DC  201 VA  202-205 DC  203 MD  206-219 MD  207 DC  220-246 VA  247-268 WV  270-289 NC  290-299 SC
  300-319 GA  320-339 FL  340 AA  341-349 FL  350-369 AL  370-385 TN  386-397 MS  398-399 GA
  400-427 KY  422 TN  430-459 OH  460-479 IN  480-499 MI
  500-528 IA  530-549 WI  550-567 MN  569 DC  570-577 SD  580-588 ND  590-599 MT
  600-629 IL  630-658 MO  660-679 KS  680-693 NE  681 IA
  700-714 LA  712 MS  716-729 AR  730-732 OK  733 TX  734-749 OK  739 TX  750-799 TX  755 AR
  800-816 CO  820-831 WY  832-838 ID  834 WY  840-847 UT  850-865 AZ  870-884 NM  885 TX  889-898 NV
  900-961 CA  962-966 AP  967-968 HI  967 AS  969 GU  969 MP  969 PW  969 FM  969 MH
  970-979 OR  980-994 WA  995-999 AK`;

/** Prefixes that the Postal Service has never assigned; empty or invented ZIP codes begin with them. */
const unusedPrefixes: ReadonlySet<string> = new Set(["000", "001", "002", "003", "004"]);

const statesByPrefix: ReadonlyMap<string, readonly string[]> = (() => {
  const table = new Map<string, string[]>();
  for (const [, from = "", to = from, state = ""] of ranges.matchAll(/(\d{3})(?:-(\d{3}))? ([A-Z]{2})/g)) {
    for (let prefix = Number(from); prefix <= Number(to); prefix += 1) {
      const key = String(prefix).padStart(3, "0");
      table.set(key, [...(table.get(key) ?? []), state]);
    }
  }
  return table;
})();

/** The states that use ZIP codes with this three-digit prefix; empty for a prefix that the table does not list. */
export const statesOfZipPrefix = (prefix: string): readonly string[] => statesByPrefix.get(prefix) ?? [];

/** True if no ZIP code has this prefix. */
export const isUnusedZipPrefix = (prefix: string): boolean => unusedPrefixes.has(prefix);
