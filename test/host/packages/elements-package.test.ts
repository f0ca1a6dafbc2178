/** The package for embedders has no other dependencies, compiles in a host, and can be imported without a DOM. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
let host: string;
let target: string;

before(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  host = mkdtempSync(join(root, '.cache', 'embedder-'));
  target = join(host, 'node_modules', 'log-console-elements');
  const script = `
    import { makeElementsPackage } from './host/packages/elements-package.mjs';
    await makeElementsPackage(process.cwd(), { target: ${JSON.stringify(target)} });
    process.exit(0);`;
  await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  for (const name of ['react', 'react-dom', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(host, 'node_modules', name));
});
after(() => rmSync(host, { recursive: true, force: true }));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

test('the package contains the elements and the files that they load, and no sources', () => {
  const files = filesIn(target);
  assert.ok(files.includes('elements/log-search.js') && files.includes('custom-elements.json'));
  const folders = new Set(files.map((name) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '.')));
  assert.deepEqual([...folders].sort(), ['.', 'chunks', 'elements', 'types']);
  for (const name of files.filter((one) => one.endsWith('.d.ts')))
    assert.doesNotMatch(readFileSync(join(target, name), 'utf8'), /from '\.\.|machines|host\/server/, name);
  const manifest = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as Record<string, unknown>;
  assert.equal(manifest['name'], 'log-console-elements');
  assert.equal(manifest['dependencies'], undefined);
  // Cast: the manifest of the package contains an object of exports.
  const exported = Object.keys(manifest['exports'] as object);
  const entries = files.filter((name) => name.startsWith('elements/')).map((name) => `./${name.slice(9, -3)}`);
  assert.deepEqual(
    entries.filter((name) => !exported.includes(name)),
    [],
    'each element is an entry of its own',
  );
  assert.deepEqual(
    exported.filter((name) => name.includes('*')),
    [],
    'a pattern would accept names of elements that do not exist',
  );
});

test('the package describes every element with its attributes, defaults, events and methods', () => {
  const { modules } = JSON.parse(readFileSync(join(target, 'custom-elements.json'), 'utf8')) as {
    modules: {
      declarations: {
        tagName: string;
        attributes: { name: string; description: string; default?: string }[];
        events: { name: string }[];
      }[];
    }[];
  };
  const tags = modules.flatMap(({ declarations }) => declarations);
  const sources = readdirSync(join(root, 'elements')).filter((name) => name.startsWith('log-'));
  assert.deepEqual(
    tags.map(({ tagName }) => tagName),
    sources.map((name) => name.replace('.ts', '')).sort(),
  );
  const search = tags.find(({ tagName }) => tagName === 'log-search');
  assert.equal(search?.attributes.find(({ name }) => name === 'layout')?.default, '"full"');
  assert.ok(search?.events.some(({ name }) => name === 'log-auth-required'));
  for (const { tagName, attributes } of tags)
    for (const { name, description } of attributes)
      assert.ok(description, `the attribute ${name} of ${tagName} has a description`);
});

test('the package’s types compile in plain TypeScript and React hosts, with library checks on', async () => {
  writeFileSync(
    join(host, 'plain.ts'),
    `import { configure, type LogSearchElement } from 'log-console-elements';
configure({ server: 'https://logs.example.org/api', theme: 'dark', locale: 'de-DE', getToken: async () => ({ token: 'x', kind: 'access' }) });
const search: LogSearchElement = document.createElement('log-search');
search.range = 900;
search.streams = ['a'];
search.addEventListener('log-search-finished', ({ detail }) => console.log(detail.total, detail.errors[0]?.description));
search.addEventListener('log-error', ({ detail: { code, message, status } }) => console.log(code, message, status));
void search.refresh().then(({ total }) => total);
// The declarations give refresh the type of the method, but the element also takes a number of seconds as a property.
search.refresh = 60 as never;
// @ts-expect-error: there is no layout of this name, so the declarations must refuse it.
search.layout = 'wide';
const widget = document.querySelector('log-widget');
if (widget) widget.widgetId = 'w';
const words: string = 'title tabs';
const list: string[] = ['title'];
search.hide = words;
search.hide = list;
search.allow = ['query', 'range'];
const [part] = search.hide;
const known: 'title' | 'tabs' | 'filter' | 'export' | 'refresh' | 'logo' | undefined = part;
document.createElement('log-alerts').states = words;
document.addEventListener('log-navigate', ({ detail: { href } }) => console.log(known, href.length));
window.addEventListener('log-error', ({ detail: { code, widget: id } }) => console.log(code, id?.length));
document.body.addEventListener('log-recovered', ({ target }) => console.log(target));
import 'log-console-elements/log-alerts';
// @ts-expect-error: there is no element of this name.
import 'log-console-elements/log-nonsense';
document.addEventListener('log-query-change', ({ detail: { query, range } }) => console.log(query, range));
`,
  );
  writeFileSync(
    join(host, 'react.tsx'),
    `import 'log-console-elements/jsx/react';
import { useRef, type ReactNode } from 'react';
import { LogDashboard, LogSearch } from 'log-console-elements/react';
import type { LogSearchElement } from 'log-console-elements';
export function Portal(): ReactNode {
  const search = useRef<LogSearchElement>(null);
  return (
    <main>
      <LogSearch ref={search} query="level:3" range={900} onLogSearchFinished={({ detail }) => console.log(detail.total)} className="x" />
      <LogDashboard viewId="v" onLogValueClick={(event) => event.preventDefault()} />
      <log-message index="i" message-id="m" />
      <log-search hide={String('title')} allow="query range" />
      {/* @ts-expect-error: a layout is a text, so the declarations must refuse a number. */}
      <LogSearch layout={3} />
    </main>
  );
}
`,
  );
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom'],
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noUncheckedSideEffectImports: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(join(host, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['plain.ts', 'react.tsx'] }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', host]).catch((error: { stdout: string }) => error);
  assert.equal(stdout, '');
});

test('every entry can be imported, and React renders on a server without a DOM', async () => {
  const entries = filesIn(join(target, 'elements')).map((name) => `log-console-elements/${name.replace('.js', '')}`);
  // The script waits for errors that are thrown after the import, and exits because loaded elements keep a process
  // alive.
  const script = `
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    process.on('unhandledRejection', (error) => { console.error(error); process.exit(1); });
    for (const entry of ${JSON.stringify(['log-console-elements', ...entries])}) await import(entry);
    const { LogSearch } = await import('log-console-elements/react');
    console.log(renderToString(createElement(LogSearch, { query: 'a', className: 'c' })));
    setTimeout(() => process.exit(0), 200);`;
  writeFileSync(join(host, 'server.mjs'), script);
  const { stdout, stderr } = await run(process.execPath, ['server.mjs'], { cwd: host });
  assert.equal(stderr, '');
  assert.equal(stdout.trim(), '<log-search class="c"></log-search>');
});
