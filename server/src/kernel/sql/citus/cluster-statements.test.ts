import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { users } from "../../../modules/1-records/people/tables.ts";
import { sql } from "../sql.ts";
import { forCluster } from "./cluster-statements.ts";

const textOf = (statement: Parameters<typeof forCluster>[0]) => forCluster(statement).text.replaceAll(/\s+/g, " ");

describe("a statement on a cluster", () => {
  it("names its organization wherever rows of the same one are looked up", () => {
    const { text, values } = sql`
      select count(*) from notes n left join files f on f.organization_id = n.organization_id and f.note_id = n.note_id
       where n.note_id = ${7} and n.organization_id = ${"o"}`;
    assert.match(text, /f\.organization_id = n\.organization_id and f\.note_id/);
    const changed = forCluster({ text, values });
    assert.match(
      changed.text,
      /f\.organization_id = n\.organization_id and f\.organization_id = \$2 and f\.note_id = n\.note_id/,
    );
    assert.deepEqual(changed.values, values);
  });

  it("finds proofs, and the rows that a change has locked, by its organization", () => {
    const read = sql`select ${users.proof("u")} from users u where u.organization_id = ${"o"}`;
    assert.match(textOf(read), /row_proof\.organization_id = u\.organization_id and row_proof\.organization_id = \$1/);
    const update = users.update({ set: sql`first_name = ${"Ada"}`, where: sql`organization_id = ${"o"}` });
    assert.match(textOf(update), /t\.organization_id = l\.locked_0 and t\.organization_id = \$1/);
  });

  it("computes digests with a function that Citus takes for immutable", () => {
    const inserted = sql`insert into users (organization_id) values (${"o"}) returning ${users.inserted()}`;
    assert.match(textOf(inserted), /sha256\(record_bytes\(row\(/);
    assert.doesNotMatch(textOf(inserted), /record_send/);
  });

  it("about all organizations stays as it is", () => {
    const everyone = sql`select from notes n join files f on f.organization_id = n.organization_id`;
    assert.deepEqual(forCluster(everyone), everyone);
  });
});
