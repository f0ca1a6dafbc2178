// The server reads the metadata of plug-ins from the comments in their modules, and lists it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PluginList } from '../../../api/contract/nodes.schema.js';
import { aboutBytes, aboutOf, type PluginAbout } from '../../../host/server/plugins/plugin-about.js';
import { PluginFiles } from '../../../host/server/plugins/plugin-files.js';
import { startTestServer } from '../../server.js';

const nothing: PluginAbout = { version: '', author: '', description: '', website: '' };
const cases: readonly [name: string, module: string, said: Partial<PluginAbout>][] = [
  [
    'a banner',
    '/*! @version 1.2.0\n    @author Ops <ops@a.example> */ code()',
    { version: '1.2.0', author: 'Ops <ops@a.example>' },
  ],
  [
    'a comment whose lines begin with stars',
    '/**\n * A plug-in.\n * @description On call\n */',
    { description: 'On call' },
  ],
  ['line comments', '// a.js\n// @version 2\r\n//@author Me\ncode()', { version: '2', author: 'Me' }],
  ['a licence before the comment', '\uFEFF\n/* MIT */\n\n// @version 3', { version: '3' }],
  ['two tags of one kind, of which the first counts', '// @version 1\n// @version 2', { version: '1' }],
  ['a comment after code', 'code();\n// @version 1', {}],
  ['no comment', 'export const plugin = { name: "a", version: "1" };', {}],
  ['an unfinished comment', '/* @version 1', {}],
  ['a tag without a value', '// @version\n// @author   ', {}],
  ['a tag within a line', '// see @version 1', {}],
  ['an address', '// @website https://a.example/b', { website: 'https://a.example/b' }],
  ['a script as an address', '// @website javascript:alert(1)', {}],
  ['an address without a protocol', '// @website a.example', {}],
  ['invisible characters', '// @author a\u202Eb\u0000\u200Bc\u2028d\tе', { author: 'a b c d е' }],
  ['markup', '// @author <img src=x onerror=alert(1)>', { author: '<img src=x onerror=alert(1)>' }],
  ['a text that is too long', `// @author ${'😀'.repeat(300)}`, { author: '😀'.repeat(200) }],
  ['tags with names of inherited properties', '// @constructor a\n// @__proto__ b', {}],
  ['an empty module', '', {}],
];
for (const [name, module, metadata] of cases)
  test(`metadata with ${name} is read as ${JSON.stringify(metadata).slice(0, 60)}`, () => {
    assert.deepEqual(aboutOf(module), { ...nothing, ...metadata });
  });

test('the lists of plug-ins contain the metadata and report missing modules', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-about-'));
  await mkdir(join(directory, 'whole'));
  await mkdir(join(directory, 'linked'));
  await writeFile(join(directory, 'whole/plugin.js'), '/*! @version 1.0 */\nexport const plugin = { name: "whole" };');
  await writeFile(
    join(directory, 'single.js'),
    `// @author ${'x'.repeat(9)}\n${' '.repeat(2 * aboutBytes)}\n// @version 1`,
  );
  await writeFile(join(directory, 'secret.js'), '// @author secret');
  await symlink(join(directory, 'secret.js'), join(directory, 'linked/plugin.js'));
  const paths = ['whole', 'single.js', 'gone.js', 'linked'].map((name) => join(directory, name));
  const server = await startTestServer({ args: paths.flatMap((path) => ['--plugin', path]) });
  try {
    const session = await server.login();
    const answer = await server.call('/system/plugins', { session });
    const { plugins, total } = (await answer.json()) as PluginList;
    assert.equal(total, 4);
    assert.deepEqual(
      plugins.map(({ name, version, author, description }) => [name, version, author, description]),
      [
        ['whole', '1.0', '', 'Plug-in of the console'],
        ['single', '', 'xxxxxxxxx', 'Plug-in of the console'],
        ['gone', '', '', 'Its module cannot be read.'],
        ['linked', '', '', 'Its module cannot be read.'],
      ],
    );
    const [node] = Object.keys((await (await server.call('/cluster', { session })).json()) as object);
    const ofNode = await server.call(`/cluster/${node}/plugins`, { session });
    assert.deepEqual(await ofNode.json(), { plugins, total });
  } finally {
    await server.stop();
  }
  const example = new PluginFiles({
    name: 'example',
    path: new URL('../../embed/plugin-example.js', import.meta.url).pathname,
  });
  assert.equal(aboutOf((await example.beginning(aboutBytes)) ?? '').version, '1.0.0');
  await rm(directory, { recursive: true });
});
