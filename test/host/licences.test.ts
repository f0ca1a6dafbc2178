/** The list on the page "About" contains every shipped package, each with a licence that permits shipping it. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Licences } from '../../api/queries/licences.js';

const root = new URL('../..', import.meta.url).pathname;
const { licencesOf } = (await import(new URL('../../host/licences.mjs', import.meta.url).href)) as {
  licencesOf: (root: string, modules: Iterable<string>) => Licences;
};

test('the server contains only packages whose licences permit redistribution', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const { packages, texts } = licencesOf(root, []);
  const [own, ...others] = packages;
  assert.deepEqual([own?.name, own?.licence], ['log-console', 'Apache-2.0']);
  assert.match(texts[own?.text ?? -1] ?? '', /Apache License/);
  const names = new Set(others.map(({ name }) => name));
  for (const name of Object.keys(dependencies)) assert.ok(names.has(name), name);
  assert.ok(names.has('fast-uri'), 'the dependencies of shipped packages are listed');
  assert.ok(
    !names.has('typescript') && !names.has('react'),
    'packages that are only used for the build or in the page are not listed',
  );
  for (const { name, licence } of others)
    assert.match(
      licence,
      /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|0BSD|Unlicense|CC0-1\.0)$/,
      name,
    );
});

let folder: string;
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const place = (name: string, manifest: object): void =>
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', ...manifest }));

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-console-licences-'));
  write('package.json', JSON.stringify({ name: 'own', version: '1', license: 'MIT', dependencies: { a: '1' } }));
  place('a', { license: 'ISC', dependencies: { b: '1' }, optionalDependencies: { elsewhere: '1' } });
  place('b', { licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }], dependencies: { a: '1' } });
  place('@scope/in-page', { license: { type: 'MIT' } });
  place('unused', { license: 'MIT' });
  place('bare', {});
  write('node_modules/a/LICENSE', 'The same words.\n');
  write('node_modules/b/license.md', 'The same words.');
  write('node_modules/b/NOTICE', 'To be passed on.');
  write('node_modules/b/license.js', 'export {};');
});
after(() => rmSync(folder, { recursive: true }));

test('each package of the page and the server is listed once with its licence text', () => {
  const module = join(folder, 'node_modules/@scope/in-page/lib/index.js');
  const { packages, texts } = licencesOf(folder, [module, `\0${module}?commonjs`, join(folder, 'elements/x.ts')]);
  assert.deepEqual(
    packages.map(({ name, licence, text }) => [name, licence, text === null ? null : texts[text]]),
    [
      ['own', 'MIT', null],
      ['@scope/in-page', 'MIT', null],
      ['a', 'ISC', 'The same words.'],
      ['b', 'MIT OR Apache-2.0', 'The same words.\n\nTo be passed on.'],
    ],
  );
});

test('a package that names no licence is not shipped', () => {
  assert.throws(() => licencesOf(folder, [join(folder, 'node_modules/bare/index.js')]), /bare .*names no licence/);
});
