/**
 * Tests that in the handbook each link has a target, commands work unless there is a reason not to run them, and other
 * snippets are well-formed.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inputTypeIds } from '../../host/server/intake/types/input-type-ids.js';
import { startTestServer, type TestServer } from '../server.js';
import { startInput } from '../started-input.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

interface Handbook {
  readonly chapters: readonly string[];
  readonly handbookFiles: (root: string) => Record<string, string>;
}
const { chapters, handbookFiles } = (await import(
  new URL('../../host/handbook.mjs', import.meta.url).href
)) as Handbook;
const files = handbookFiles(root);

interface Snippet {
  readonly chapter: string;
  readonly language: string;
  /** Reason why the command is not run by this test. */
  readonly skip: string | undefined;
  readonly text: string;
}

/** Names and paths of the chapters, including the README. */
const sources = [
  ...chapters.map((name) => [name, `host/page/handbook/${name}.md`] as const),
  ['README', 'README.md'] as const,
];
const snippets: readonly Snippet[] = sources.flatMap(([chapter, path]) =>
  [...readFileSync(`${root}/${path}`, 'utf8').matchAll(/^```(\w*)(?: skip=([^\n]*))?\n([\s\S]*?)^```/gm)].map(
    ([, language = '', skip, text = '']) => ({ chapter, language, skip, text }),
  ),
);

test('every link of the handbook leads to a page and a heading of it', () => {
  const broken: string[] = [];
  for (const [name, html] of Object.entries(files)) {
    if (!name.endsWith('.html')) continue;
    for (const [, target = ''] of html.matchAll(/href="([^"]+)"/g)) {
      if (/^(https?:|handbook\.css$)/.test(target)) continue;
      const [page = '', id] = target.split('#');
      const found = files[page === '' ? name : page];
      if (found === undefined || (id !== undefined && !found.includes(`id="${id}"`))) broken.push(`${name}: ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});

test('the search index of the handbook has every chapter and the text of its sections', () => {
  const sections = JSON.parse(files['search.json'] ?? '[]') as { page: string; href: string; text: string }[];
  assert.deepEqual(
    chapters.filter((name) => !sections.some(({ href }) => href.startsWith(`${name}.html#`))),
    [],
  );
  assert.ok(sections.some(({ text }) => text.includes('octet counting')));
});

test('HTML in a chapter is shown as text', () => {
  for (const [name, html] of Object.entries(files)) {
    if (!name.endsWith('.html')) continue;
    const scripts = html.match(/<script[^>]*>/g);
    assert.deepEqual(scripts, ['<script type="module" src="handbook.js">'], name);
  }
});

describe('the commands of the handbook work', () => {
  let server: TestServer;
  let gelfPort: number;
  let token: string;
  before(async () => {
    server = await startTestServer();
    const session = await server.login();
    gelfPort = (await startInput(server, session, inputTypeIds.gelfHttp)).port;
    const made = await server.call('/users/local:admin/tokens/handbook', { method: 'POST', json: {}, session });
    token = ((await made.json()) as { token: string }).token;
  });
  after(() => server.stop());

  /** Returns a command of the handbook with the addresses and the password of the test server. */
  const adapted = (text: string) =>
    text
      .replaceAll('http://127.0.0.1:9000', server.url)
      .replaceAll('http://127.0.0.1:12202', `http://127.0.0.1:${gelfPort}`)
      .replaceAll('-u admin ', `-u 'admin:${server.adminPassword}' `)
      .replaceAll('TOKEN:token', `${token}:token`)
      .replaceAll('curl ', 'curl --silent --show-error --fail-with-body ');

  const commands = snippets.filter(({ language, skip }) => language === 'sh' && skip === undefined);
  for (const { chapter, text } of commands) {
    test(`${chapter}: ${text.trim().split('\n')[0]?.slice(0, 90)}`, async () => {
      const { stdout } = await run('sh', ['-ec', adapted(text)], { timeout: 60_000 });
      assert.doesNotMatch(stdout, /"type":"ApiError"/);
    });
  }

  test('commands that are not run have a reason', () => {
    assert.deepEqual(
      snippets.filter(({ language, skip }) => language === 'sh' && skip !== undefined && skip.trim() === ''),
      [],
    );
    assert.ok(commands.length >= 6, `${commands.length} commands of the handbook are run`);
  });
});

test('commands are correct shell, and other snippets name their language', async () => {
  for (const { chapter, language, text } of snippets) {
    if (language === 'sh') await run('sh', ['-n', '-c', text]);
    assert.match(
      language,
      /^(sh|html|css|js|jsx|ts|ini|text|yaml|dockerfile|nginx|mermaid|python|go|java)$/,
      `${chapter}: ${text.slice(0, 60)}`,
    );
  }
});
