/**
 * Tests the preview of an input before it is created: files, formats and first messages. Nothing may be stored, and
 * unreadable files must stay hidden.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { InputPreview } from '../../../api/contract/inputs.schema.js';
import { inputTypeIds } from '../../../host/server/intake/types/input-type-ids.js';
import { startTestServer, type TestServer } from '../../server.js';
import { addPerson, personPassword } from './people.js';

let server: TestServer;
let session: string;
let folder: string;
let logs: string;
before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'log-console-preview-')));
  logs = join(folder, 'logs');
  await mkdir(logs);
  server = await startTestServer({ args: ['--file-roots', logs] });
  session = await server.login();
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const ask = (json: unknown, as = session) =>
  server.call('/system/inputs/preview', { method: 'POST', session: as, json });
async function preview(path: string, more: Record<string, unknown> = {}): Promise<InputPreview> {
  const response = await ask({ type: inputTypeIds.files, configuration: { path, ...more } });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as InputPreview;
}
async function fileOf(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(logs, name), content);
  return join(logs, name);
}
const timed = (second: number, text: string) => `2026-01-02T03:04:0${second}Z WARN [main] a.B - ${text}\n`;

describe('the preview of an input', () => {
  it('the preview shows the files, their formats and the first messages', async () => {
    const access = '203.0.113.9 - - [22/Nov/2025:10:00:01 +0100] "GET /a HTTP/1.1" 502 612 "-" "Mozilla/5.0"\n';
    await fileOf('one.log', `${timed(5, 'a')}\tat x.Y(Z.java:1)\n${timed(6, 'b')}`);
    await fileOf('two.log.1.gz', gzipSync(access.repeat(3)));
    await fileOf('two.log.2.gz', 'no gzip');
    await fileOf('other.txt', 'plain\n');
    const answer = await preview(join(logs, '*.log*'));
    assert.equal(answer.count, 3);
    assert.equal(answer.remark, null);
    assert.deepEqual(
      answer.files.map(({ name, compressed, format, reason }) => [name, compressed, format, reason]),
      [
        ['one.log', false, 'time and level', null],
        ['two.log.1.gz', true, 'access log of Apache or nginx', null],
        ['two.log.2.gz', true, null, 'it is no gzip, or broken: incorrect header check'],
      ],
    );
    assert.equal(answer.files[2]?.bytes, 7);
    assert.deepEqual(answer.messages[0], {
      file: 'one.log',
      timestamp: '2026-01-02T03:04:05.000Z',
      level: 4,
      source: 'one.log',
      message: 'a',
      lines: 2,
      fields: { thread: 'main', logger: 'a.B', level_name: 'WARN' },
    });
    assert.equal(answer.messages.length, 5);
    assert.equal(answer.messages[2]?.fields['http_response_code'], '502');
    const joined = await preview(join(logs, 'one.log'), { lines_together: 'BEGINS', lines_pattern: 'never' });
    assert.deepEqual(
      joined.messages.map(({ lines }) => lines),
      [3],
    );
    assert.equal((await preview(join(logs, 'one.log'), { recognise_formats: false })).files[0]?.format, null);
    assert.equal((await preview(join(logs, 'none*'))).count, 0);
    assert.equal((await preview(join(logs, 'none.log'))).files[0]?.reason, 'the file does not exist');
    await Promise.all(['one.log', 'two.log.1.gz', 'two.log.2.gz'].map((name) => rm(join(logs, name))));
  });

  it('the preview limits files, messages and texts, whatever the folder contains', async () => {
    const many = join(logs, 'many');
    await mkdir(many);
    for (let at = 0; at < 30; at += 1) await writeFile(join(many, `${at}.txt`), `${'x'.repeat(100_000)}\n`.repeat(3));
    await writeFile(join(many, '0.gz'), gzipSync(Buffer.alloc(50_000_000)));
    const answer = await preview(many);
    assert.equal(answer.count, 31);
    assert.equal(answer.files.length, 5);
    assert.ok(answer.messages.length > 0 && answer.messages.length <= 10);
    assert.ok(JSON.stringify(answer).length < 20_000);
    const bomb = await preview(join(many, '0.gz'));
    assert.ok(JSON.stringify(bomb).length < 5_000);
  });

  it('the preview reads only files that the input may read', async () => {
    await writeFile(join(folder, 'secret'), 'secret\n');
    await symlink(join(folder, 'secret'), join(logs, 'link.log'));
    execFileSync('mkfifo', [join(logs, 'pipe.log')]);
    const refused = async (json: unknown, reason: RegExp) => {
      const response = await ask(json);
      assert.equal(response.status, 400);
      assert.match(await response.text(), reason);
    };
    const files = (path: unknown, more: object = {}) => ({
      type: inputTypeIds.files,
      configuration: { path, ...more },
    });
    await refused(files(join(folder, 'secret')), /may be read below/);
    await refused(files(join(logs, '..', 'secret')), /may be read below/);
    await refused(files(7), /path/);
    await refused(files(join(logs, 'a'), { lines_together: 'BEGINS', lines_pattern: '(' }), /no regular expression/);
    await refused(
      { type: inputTypeIds.gelfUdp, configuration: { bind_address: '0.0.0.0', port: 1 } },
      /has no preview before it runs/,
    );
    const link = await preview(join(logs, 'link.log'));
    assert.deepEqual(link.messages, []);
    const elsewhere = 'it lies, or leads, where files may not be read';
    assert.equal(link.files[0]?.reason, elsewhere);
    assert.equal(link.files[0]?.bytes, 0);
    assert.equal((await preview(join(logs, 'pipe.log'))).files[0]?.reason, 'it is not a file');
    // For a link that leaves the readable folders, the answer must reveal neither the target of the link nor whether
    // the target exists.
    await symlink(join(folder, 'nothing'), join(logs, 'broken.log'));
    assert.equal((await preview(join(logs, 'broken.log'))).files[0]?.reason, elsewhere);
    await mkdir(join(folder, 'private'));
    await writeFile(join(folder, 'private', 'salaries.txt'), 'much\n');
    await symlink(join(folder, 'private'), join(logs, 'up'));
    for (const path of ['up', 'up/*', 'up/salaries.txt', 'up/none', 'up/none/more']) {
      const { count, files: found, remark } = await preview(join(logs, path));
      assert.deepEqual([count, found], [0, []], path);
      assert.equal(remark, `${join(logs, path)} cannot be read: ${elsewhere}.`);
    }
    await symlink(join(logs, 'one.txt'), join(logs, 'inner'));
    await writeFile(join(logs, 'one.txt'), 'within\n');
    assert.equal((await preview(join(logs, 'inner'))).messages[0]?.message, 'within');
    await addPerson(server, session, 'reader', ['Reader']);
    const reader = await server.login('reader', personPassword);
    assert.equal((await ask(files(join(logs, 'a.log')), reader)).status, 403);
    const listed = await server.call('/system/inputs', { session });
    assert.equal(((await listed.json()) as { total: number }).total, 0);
  });

  it('the preview describes the sender that the lines suggest', async () => {
    const raw = async (text: string, more: object = {}) => {
      const configuration = { bind_address: '127.0.0.1', port: 1, ...more };
      const response = await ask({ type: inputTypeIds.rawTcp, configuration, text });
      assert.equal(response.status, 200);
      return (await response.json()) as InputPreview;
    };
    const answer = await raw(`${timed(5, 'a')}\tat x.Y(Z.java:1)\n\n${timed(6, 'b')}`);
    assert.equal(answer.format, 'time and level');
    assert.deepEqual(
      answer.messages.map(({ timestamp, message, lines }) => [timestamp, message, lines]),
      [
        ['2026-01-02T03:04:05.000Z', 'a', 2],
        ['2026-01-02T03:04:06.000Z', 'b', 1],
      ],
    );
    const plain = await raw('a\n\nb', { recognise_formats: false });
    assert.deepEqual(
      plain.messages.map(({ message }) => message),
      ['a', 'b'],
    );
    const latin = await raw('Grüße', { recognise_formats: false, charset_name: 'ISO-8859-1' });
    assert.equal(latin.messages[0]?.message, 'Grüße');
    assert.equal((await ask({ type: inputTypeIds.rawTcp, configuration: {}, text: 'x'.repeat(70_000) })).status, 400);
  });

  it('a user who may edit only one input cannot read other files by a preview', async () => {
    const made = await server.call('/system/inputs', {
      method: 'POST',
      session,
      json: {
        title: 'files',
        type: inputTypeIds.files,
        global: true,
        configuration: { path: await fileOf('own.log', 'a\n') },
      },
    });
    assert.equal(made.status, 201, await made.clone().text());
    const { id } = (await made.json()) as { id: string };
    const rights = [`inputs:read:${id}`, `inputs:edit:${id}`];
    const { session: editor } = await addPerson(server, session, 'editor', rights);
    const change = async (path: string, title: string) => {
      const json = { title, type: inputTypeIds.files, global: true, configuration: { path } };
      return (await server.call(`/system/inputs/${id}`, { method: 'PUT', session: editor, json })).status;
    };
    assert.equal(await change(join(logs, 'own.log'), 'renamed'), 201);
    assert.equal(await change(join(logs, '*'), 'all'), 403);
    const stored = await server.call(`/system/inputs/${id}`, { session });
    assert.equal(((await stored.json()) as { title: string }).title, 'renamed');
    await server.call(`/system/inputs/${id}`, { method: 'DELETE', session });
  });
});
