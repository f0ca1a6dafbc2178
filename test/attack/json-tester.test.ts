/**
 * Every signed-in user may test a JSON extractor. Some options and texts would give a result of hundreds of megabytes.
 * They are refused, or the result is truncated, and the event loop is not blocked.
 */
import assert from 'node:assert/strict';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addPerson } from '../host/server/people.js';
import { startTestServer, type TestServer } from '../server.js';
import { watchedTurns } from '../watched-turns.js';

/** Largest CPU time of a turn of the event loop in milliseconds. */
const mostMs = 50;
/** Largest length of an answer, which repeats the text of the request: about four times the longest request below. */
const mostCharacters = 1_000_000;
/** Maximum number of attempts; the best attempt counts, because other programs affect even CPU time. */
const attempts = 3;

let folder: string;
let server: TestServer;
let session: string;
let turns: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-console-json-tester-'));
  const portFile = join(folder, 'turns.port');
  server = await startTestServer({ environment: watchedTurns(portFile) });
  turns = `http://127.0.0.1:${await readFile(portFile, 'utf8')}/watch`;
  ({ session } = await addPerson(server, await server.login(), 'mallory', []));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const options = {
  flatten: true,
  list_separator: ',',
  key_separator: '_',
  kv_separator: '=',
  replace_key_whitespace: true,
  key_whitespace_replacement: '_',
  key_prefix: '',
};
const members = (count: number, name: string): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 1])));
const blanks = JSON.stringify({ ['a '.repeat(60_000)]: 1 });
const nested = `${'{"k":'.repeat(500)}${members(2_000, 'a b ')}${'}'.repeat(500)}`;

const attacks: Readonly<Record<string, object>> = {
  'a long replacement of blanks in 9,000 names': {
    key_whitespace_replacement: 'x'.repeat(10_000),
    string: members(9_000, 'a b '),
  },
  'a replacement of 2 KB for 60,000 blanks': { key_whitespace_replacement: 'x'.repeat(2_000), string: blanks },
  'a replacement of 20 KB for 60,000 blanks': { key_whitespace_replacement: 'x'.repeat(20_000), string: blanks },
  'the longest permitted replacement for 60,000 blanks': {
    key_whitespace_replacement: 'x'.repeat(100),
    string: blanks,
  },
  'a separator of 100 KB in a list of 30,000': {
    list_separator: 'x'.repeat(100_000),
    string: JSON.stringify({ a: Array(30_000).fill(1) }),
  },
  'a separator of 100 characters in a list of 30,000': {
    list_separator: 'x'.repeat(100),
    string: JSON.stringify({ a: Array(30_000).fill(1) }),
  },
  'a prefix of 100 KB for 9,000 names': { key_prefix: 'x'.repeat(100_000), string: members(9_000, 'k') },
  'a prefix of 100 characters for 9,000 names': { key_prefix: 'x'.repeat(100), string: members(9_000, 'k') },
  'a separator of 100 characters in 500 levels': { key_separator: 'x'.repeat(100), string: nested },
  '500 levels that are not flattened': { flatten: false, kv_separator: 'x'.repeat(100), string: nested },
};

for (const [name, more] of Object.entries(attacks))
  test(`the JSON tester limits its result and does not block with ${name}`, async (context) => {
    let longest = Infinity;
    for (let attempt = 0; attempt < attempts && longest > mostMs; attempt += 1) {
      await fetch(turns);
      const answer = await server.call('/tools/json_tester', {
        method: 'POST',
        session,
        json: { ...options, ...more },
      });
      const text = await answer.text();
      assert.ok(
        answer.status === 200 || answer.status === 400,
        `the status ${answer.status} is expected for ${text.slice(0, 200)}`,
      );
      assert.ok(text.length < mostCharacters, `the response has ${text.length} characters`);
      longest = Math.min(longest, ((await (await fetch(turns)).json()) as { longest: number }).longest);
      context.diagnostic(`${answer.status}, ${text.length} characters, longest turn ${longest.toFixed(0)} ms`);
    }
    assert.ok(longest < mostMs, `the longest turn took ${longest} ms`);
  });
