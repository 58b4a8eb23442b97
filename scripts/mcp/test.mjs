// The official TypeScript client against `effigy mcp`, over standard streams
// and over HTTP: it lists the tools, rebuilds with progress, queries, is
// refused a DELETE and cancels a long query. Usage: node test.mjs EFFIGY
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const effigy = resolve(process.argv[2]);
const cwd = mkdtempSync(join(tmpdir(), "effigy-mcp-"));
writeFileSync(join(cwd, "effigy.yaml"), "schema: schema.sql\nrows: 20\n");
writeFileSync(join(cwd, "schema.sql"), `
CREATE TABLE public.authors (id bigint PRIMARY KEY, mail text NOT NULL UNIQUE);
CREATE TABLE public.books (id bigint PRIMARY KEY, author bigint NOT NULL REFERENCES public.authors, title text NOT NULL);`);

const LONG = "SELECT count(*) FROM generate_series(1, 100000000000)";

async function exercise(name, transport) {
  const client = new Client({ name: "effigy-test", version: "1" });
  await client.connect(transport);
  const names = (await client.listTools()).tools.map((t) => t.name);
  for (const tool of ["rebuild", "reset", "estimate", "describe_schema", "query", "explain", "list_sandboxes", "drop", "clean", "verify", "doctor", "drift"]) {
    assert(names.includes(tool), `${name}: no tool ${tool}`);
  }
  assert(!names.includes("execute") && !names.includes("get_connection"), `${name}: a tool that was not allowed`);

  const told = [];
  const built = await client.callTool({ name: "rebuild", arguments: { name: "ts" } }, undefined, { onprogress: (p) => told.push(p), timeout: 120_000, resetTimeoutOnProgress: true });
  assert(!built.isError, JSON.stringify(built.content));
  assert(told.length > 0, `${name}: no progress`);
  assert.equal(built.structuredContent.sandbox.url, "");
  const sandbox = built.structuredContent.sandbox.name;

  const rows = await client.callTool({ name: "query", arguments: { sandbox, sql: "SELECT count(*) AS n FROM books" } });
  assert.deepEqual(rows.structuredContent.rows, [["20"]]);
  const refused = await client.callTool({ name: "query", arguments: { sandbox, sql: "DELETE FROM books" } });
  assert(refused.isError && /refused/.test(refused.content[0].text), JSON.stringify(refused));

  const began = Date.now();
  await assert.rejects(client.callTool({ name: "query", arguments: { sandbox, sql: LONG } }, undefined, { signal: AbortSignal.timeout(300) }));
  assert(Date.now() - began < 5000, `${name}: the cancelled query went on`);
  const active = await client.callTool({ name: "query", arguments: { sandbox, sql: "SELECT 1 AS one" } });
  assert.deepEqual(active.structuredContent.rows, [[1]]);

  const dropped = await client.callTool({ name: "drop", arguments: { sandbox } });
  assert(!dropped.isError, JSON.stringify(dropped.content));
  await client.close();
  console.log(`${name}: ok, ${told.length} notes of progress`);
}

async function overHTTP() {
  const server = spawn(effigy, ["mcp", "--listen", "127.0.0.1:0", "--quiet"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  while (!said.trimEnd().endsWith("\n}")) {
    const [chunk] = await once(server.stdout, "data");
    said += chunk;
  }
  const { url, tokens } = JSON.parse(said);
  const endpoint = new URL(url + "/mcp");
  assert.equal((await fetch(endpoint, { method: "POST" })).status, 401);
  await exercise("http", new StreamableHTTPClientTransport(endpoint, { requestInit: { headers: { Authorization: `Bearer ${tokens[0].token}` } } }));
  server.kill("SIGTERM");
  const [code] = await once(server, "exit");
  assert.equal(code, 0, "the server did not end gracefully");
}

try {
  const env = Object.fromEntries(["HOME", "PATH", "EFFIGY_ADMIN_URL", "EFFIGY_PG_BIN"].filter((k) => process.env[k]).map((k) => [k, process.env[k]]));
  await exercise("stdio", new StdioClientTransport({ command: effigy, args: ["mcp"], cwd, env }));
  await overHTTP();
} finally {
  rmSync(cwd, { recursive: true, force: true });
}
