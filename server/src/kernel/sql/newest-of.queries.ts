import { type Sql, sql } from "./sql.ts";

/**
 * The condition and order of the newest rows of a group, such as a status, by an index that begins with the organization,
 * the group, and the id. With an equality, the planner may read the rows of all groups in the order of their ids instead,
 * which takes long for a group that few rows have.
 */
export const newestOf = ({ group, id }: { readonly group: Sql; readonly id: Sql }, conditions: Sql): Sql => sql`
  (${group}, ${id}) >= (${conditions}, '00000000-0000-0000-0000-000000000000'::uuid)
  and (${group}, ${id}) <= (${conditions}, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by ${group} desc, ${id} desc`;
