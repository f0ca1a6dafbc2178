/**
 * A client generated from the OpenAPI document by a third-party generator has correct types and works with the server.
 */
import openapiTs, { astToString } from 'openapi-typescript';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { startTestServer, type TestServer } from '../../server.js';
import { putMessages } from './messages-input.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const client = `
import createClient from 'openapi-fetch';
import type { paths } from './log-console.js';

export async function use(baseUrl: string, username: string, password: string) {
  const header = { 'X-Requested-By': 'a generated client' };
  const signIn = (word: string) =>
    createClient<paths>({ baseUrl }).POST('/system/sessions', {
      params: { header },
      body: { username, password: word, host: '' },
    });
  const refused = await signIn(password + ' or not');
  const { data: session } = await signIn(password);
  if (!session) throw new Error('There is no session.');

  const Authorization = 'Basic ' + btoa(session.session_id + ':session');
  const { GET, POST, DELETE } = createClient<paths>({ baseUrl, headers: { Authorization } });
  const found = await GET('/search/universal/relative', {
    params: { query: { query: 'source:web-1', range: 0, fields: 'message,source', sort: 'timestamp:asc' } },
  });
  const table = await POST('/search/messages', {
    params: { header },
    body: { query: 'source:web-1', timerange: { type: 'relative', range: 0 }, fields: ['message'], size: 1 },
  });
  const streams = await GET('/streams');
  const misread = await GET('/search/universal/relative', { params: { query: { query: 'source:', range: 0 } } });
  const ended = await DELETE('/system/sessions', { params: { header } });
  const after = await GET('/streams');
  return {
    refused: { status: refused.response.status, type: refused.error?.type, data: refused.data },
    username: session.username,
    total: found.data?.total_results ?? -1,
    texts: found.data?.messages.map(({ message }) => message['message']),
    columns: table.data?.schema.length,
    rows: table.data?.datarows,
    stream: streams.data?.streams.find(({ is_default }) => is_default)?.title,
    misread: { status: misread.response.status, type: misread.error?.type },
    ended: ended.response.status,
    after: after.response.status,
  };
}
`;

/** Statements that the types must reject, with the compiler's message. */
const wrong: readonly [name: string, statement: string, said: RegExp][] = [
  ['a missing path', `export type Missing = paths['/stream']`, /'\/stream' does not exist/],
  [
    'a parameter with a wrong name',
    `await GET('/search/universal/relative', { params: { query: { query: '*', rang: 1 } } })`,
    /'rang' does not exist/,
  ],
  [
    'an optional parameter with a wrong name',
    `export const query: paths['/search/universal/relative']['get']['parameters']['query'] = { query: '*', range: 0, limits: 1 }`,
    /'limits' does not exist/,
  ],
  [
    'a parameter of a wrong type',
    `await GET('/search/universal/relative', { params: { query: { query: '*', range: 'day' } } })`,
    /'string' is not assignable to type 'number'/,
  ],
  [
    'a member of a wrong type in a body',
    `await POST('/system/sessions', { params: { header: { 'X-Requested-By': 'me' } }, body: { username: 1 } })`,
    /'number' is not assignable to type 'string'/,
  ],
  [
    'a changing call without its required header',
    `await POST('/system/sessions', { body: { username: 'a', password: 'b' } })`,
    /Property 'params' is missing/,
  ],
  [
    'a missing member of an answer',
    `export const found = (await GET('/streams')).data?.stream`,
    /Property 'stream' does not exist/,
  ],
];

let server: TestServer;
let folder: string;
let program: ts.Program;
const fileOf = (name: string): string => join(folder, `${name}.mts`);

before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'log-console-client-'));
  // The link lets the compiled files import packages like a project of their own.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const document = (await (await server.call('/openapi.json')).json()) as Exclude<
    Parameters<typeof openapiTs>[0],
    string | URL | Buffer
  >;
  const handbook = await readFile(join(root, 'host/page/handbook/monitoring.md'), 'utf8');
  const [, shown] = /```ts\n(\/\/ npx openapi-typescript [^]*?)```/.exec(handbook) ?? [];
  const sources: Record<string, string> = {
    'log-console.d.ts': astToString(await openapiTs(document, { silent: true })),
    'client.mts': client,
    'handbook.mts': shown?.replace("'./log-console'", "'./log-console.js'") ?? 'The handbook shows no client.',
  };
  for (const [index, [, statement]] of wrong.entries()) {
    sources[`wrong-${index}.mts`] = `import createClient from 'openapi-fetch';
import type { paths } from './log-console.js';
const { GET, POST } = createClient<paths>({ baseUrl: '' });
${statement};`;
  }
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, name), text);
  program = ts.createProgram(
    Object.keys(sources).map((name) => join(folder, name)),
    {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
      skipLibCheck: true,
    },
  );
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function diagnosticsOf(path: string): string[] {
  const source = program.getSourceFile(path);
  assert.ok(source, path);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}

test('a client compiles against the types that are generated from the OpenAPI document', () => {
  assert.deepEqual(diagnosticsOf(fileOf('client')), []);
});

test('the handbook’s examples compile', () => {
  assert.deepEqual(diagnosticsOf(fileOf('handbook')), []);
});

for (const [index, [name, , problem]] of wrong.entries()) {
  test(`the compiler refuses ${name}`, () => {
    const diagnostics = diagnosticsOf(fileOf(`wrong-${index}`));
    assert.equal(diagnostics.length, 1, diagnostics.join('\n'));
    assert.match(diagnostics[0] ?? '', problem);
  });
}

test('the generated client signs in, searches, reads streams, and gets errors of the declared types', async () => {
  const session = await server.login();
  const now = Date.now() / 1000;
  await putMessages(server, session, [
    { host: 'web-1', short_message: 'the first', timestamp: now - 60 },
    { host: 'web-1', short_message: 'the second', timestamp: now - 30 },
    { host: 'web-2', short_message: 'of another', timestamp: now - 10 },
  ]);
  const { emitSkipped } = program.emit(program.getSourceFile(fileOf('client')));
  assert.equal(emitSkipped, false);
  const made = (await import(pathToFileURL(join(folder, 'client.mjs')).href)) as {
    use: (url: string, username: string, password: string) => Promise<unknown>;
  };
  assert.deepEqual(await made.use(`${server.url}/api`, 'admin', server.adminPassword), {
    refused: { status: 401, type: 'ApiError', data: undefined },
    username: 'admin',
    total: 2,
    texts: ['the first', 'the second'],
    columns: 1,
    rows: [['the second']],
    stream: 'Default Stream',
    misread: { status: 400, type: 'ApiError' },
    ended: 200,
    after: 401,
  });
});
