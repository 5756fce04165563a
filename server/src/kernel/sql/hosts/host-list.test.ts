import assert from "node:assert/strict";
import { test } from "node:test";
import { readHosts } from "./host-list.ts";

test("one server is used as its URL says, and asked only if the URL wants that", () => {
  const url = "postgres://bursar:secret@db1:6432/bursar?sslmode=require";
  assert.deepEqual(readHosts(url), { hosts: [{ name: "db1:6432", url }], needs: undefined });
  const asked = readHosts("postgresql://db1/bursar?target_session_attrs=read-write&sslmode=require");
  assert.deepEqual(asked, {
    hosts: [{ name: "db1:5432", url: "postgresql://db1/bursar?sslmode=require" }],
    needs: "primary",
  });
  const socket = "postgres:///bursar?host=/var/run/postgresql";
  assert.deepEqual(readHosts(socket).hosts, [{ name: "the local server", url: socket }]);
});

test("several servers keep their order, user, password, and parameters", () => {
  const { hosts, needs } = readHosts("postgres://u:p%2C%40@db1:5433,[2001:db8::2]:5434,db3/bursar?sslmode=require");
  assert.equal(needs, "primary");
  assert.deepEqual(hosts, [
    { name: "db1:5433", url: "postgres://u:p%2C%40@db1:5433/bursar?sslmode=require" },
    { name: "[2001:db8::2]:5434", url: "postgres://u:p%2C%40@[2001:db8::2]:5434/bursar?sslmode=require" },
    { name: "db3:5432", url: "postgres://u:p%2C%40@db3/bursar?sslmode=require" },
  ]);
  assert.equal(readHosts("postgres://db1,db2/bursar?sslmode=require&target_session_attrs=primary").needs, "primary");
  assert.equal(readHosts("postgres://db1,db2/bursar", "standby").needs, "standby");
});

for (const [url, problem] of [
  ["postgres://secret@db1,db2/b?target_session_attrs=any", /any cannot be used with several/],
  ["postgres://secret@db1,db2/b?target_session_attrs=prefer-standby", /must be read-write, primary, standby, or any/],
  ["postgres:///b?host=db1,db2&user=secret", /before the name of the database/],
  ["postgres://secret@db1,/b", /each server must be/],
  ["postgres://secret@db1:1,db2:x/b", /each server must be/],
  [`postgres://secret@${Array.from({ length: 11 }, () => "db").join(",")}/b`, /at most 10/],
] as const)
  test(`rejects ${url} without repeating it`, () => {
    assert.throws(
      () => readHosts(url),
      (error: Error) => problem.test(error.message) && !error.message.includes("secret"),
    );
  });
