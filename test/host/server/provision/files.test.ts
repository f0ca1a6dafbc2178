/**
 * Files of the provisioning folder are read with environment variables; invalid files are refused with file, line and
 * reason.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapedVariables, fileOf } from '../../../../host/server/provision/files.js';

const environment = { TOKEN: 'a secret', EMPTY: '' };

test('provisioning files may contain plain values, value references, environment variables and JSON', () => {
  const yaml =
    'type: stream\nversion: "1"\ndata:\n  title: Web ${TOKEN} $${TOKEN} ${source.field}${EMPTY}\n  disabled: { "@type": boolean, "@value": true }\n';
  const { type, data, fromEnvironment } = fileOf('a.yaml', yaml, environment);
  assert.equal(type, 'stream');
  assert.deepEqual(data, { title: 'Web a secret ${TOKEN} ${source.field}', disabled: true });
  assert.ok(fromEnvironment.has(data['title']));
  assert.deepEqual(fileOf('a.json', '{"type":"role","data":{"name":"r"}}', {}).data, { name: 'r' });
  const text = 'a ${TOKEN} b';
  assert.equal(fileOf('a.yaml', `type: t\ndata:\n  x: "${escapedVariables(text)}"\n`, {}).data['x'], text);
});

test('an invalid provisioning file is refused with file, line and reason', () => {
  const table: [text: string, message: RegExp][] = [
    ['type: stream\ndata:\n  title: "open\n', /^a\.yaml:\d: /],
    ['type: stream\ndata:\n  a: 1\n  a: 2\n', /^a\.yaml:4: Map keys must be unique/],
    ['- 1\n', /^a\.yaml:1: The file must hold an object/],
    ['data: {}\n', /^a\.yaml:1: The "type" of the object is missing/],
    ['type: stream\ndata: text\n', /^a\.yaml:2: The "data" of the object is missing/],
    ['type: stream\ndata: {}\nextra: 1\n', /^a\.yaml:3: "extra" is none of/],
    [
      'type: stream\ndata:\n  title: x\n  description: ${NOT_SET}\n',
      /^a\.yaml:4: The variable NOT_SET of the environment is not set/,
    ],
    ['type: stream\ndata:\n  n: { "@type": integer, "@value": "1" }\n', /^a\.yaml:\d: n: the type integer wants/],
  ];
  for (const [text, message] of table) assert.throws(() => fileOf('a.yaml', text, environment), { message });
});
