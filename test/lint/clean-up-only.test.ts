// Effects, ref callbacks and callback actors must return nothing but a clean-up function, because whatever they return
// is called.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Project of a single file, because resolving the types of the whole console would take half a minute. */
const project = await mkdtemp(join(tmpdir(), 'log-console-lint-'));
await writeFile(
  join(project, 'tsconfig.json'),
  JSON.stringify({ extends: `${root}tsconfig.json`, include: [], files: [`${root}elements/kit/float.tsx`] }),
);
after(() => rm(project, { recursive: true, force: true }));
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: '.config/eslint.config.mjs',
  overrideConfig: [
    {
      languageOptions: {
        parserOptions: {
          projectService: false,
          project: join(project, 'tsconfig.json'),
          // With the environment variable CI, the parser would read the types from the file on disk instead of from the
          // given text.
          disallowAutomaticSingleRunInference: true,
        },
      },
    },
  ],
});

const wrong: Record<string, string> = {
  'an effect that scrolls': 'useEffect(() => list.scrollTo({ top: 0 }), []); return null;',
  'an optional call':
    'const at = useRef<HTMLElement>(null); useEffect(() => at.current?.scrollIntoView()); return null;',
  'a layout effect': 'useLayoutEffect(() => list.scrollBy(0, 1), []); return null;',
  'an insertion effect': 'useInsertionEffect(() => told(), []); return null;',
  'a return statement': 'useEffect(() => { return list.scroll(0, 0); }, []); return null;',
  'a function expression': 'useEffect(function () { return told(); }, []); return null;',
  'one branch of two': 'useEffect(() => { if (list.hidden) return undefined; return told(); }, []); return null;',
  'a choice': 'useEffect(() => (list.hidden ? told() : undefined), []); return null;',
  'a named function': 'useEffect(told, []); return null;',
  'a ref callback': 'return <p ref={(element) => element?.scrollIntoView()} />;',
  'a remembered ref callback':
    'const ref = useCallback((element: HTMLElement | null) => element?.focus(), []); return <p ref={ref} />;',
  'a ref callback handed on': 'merged((element) => element?.focus()); return null;',
  'a callback actor': 'void fromCallback(() => told()); return null;',
};

const right: Record<string, string> = {
  'a statement': 'useEffect(() => { list.scrollTo({ top: 0 }); }, []); return null;',
  'a clean-up': 'useEffect(() => () => told(), []); return null;',
  'a clean-up of somebody else': 'useEffect(() => subscribe(told), []); return null;',
  'a clean-up or nothing': 'useEffect(() => { if (list.hidden) return; return subscribe(told); }, []); return null;',
  'a voided call': 'useEffect(() => void list.scrollTo({ top: 0 }), []); return null;',
  'a ref callback of statements': 'return <p ref={(element) => { element?.scrollIntoView(); }} />;',
  'an event handler': 'return <p onClick={() => list.scrollTo({ top: 0 })} />;',
  'a function within an effect': 'useEffect(() => { [1].forEach(() => { return told(); }); }, []); return null;',
};

/** Number of reports of the rule, by the name of the body. */
const found = new Map<string, number>();

// Each body is tested in a separate component. All components replace the same file of the program, so that types are
// resolved only once.
before(async () => {
  const bodies = Object.entries({ ...wrong, ...right });
  const code = [
    `import { useCallback, useEffect, useInsertionEffect, useLayoutEffect, useRef, type ReactNode } from 'react';`,
    `import { fromCallback } from 'xstate';`,
    `declare const list: HTMLElement;`,
    `declare const subscribe: (listener: () => void) => () => void;`,
    `declare const told: () => void;`,
    `declare const merged: (ref: (element: HTMLElement | null) => void) => void;`,
  ];
  const first = code.length + 1;
  code.push(...bodies.map(([, body], at) => `export function Probe${at}(): ReactNode { ${body} }`));
  const [result] = await eslint.lintText(code.join('\n'), { filePath: `${root}elements/kit/float.tsx` });
  const parsing = result?.messages.find((message) => message.fatal);
  assert.equal(parsing, undefined, parsing?.message);
  const lines = (result?.messages ?? []).filter(({ ruleId }) => ruleId === 'house/clean-up-only');
  for (const [at, [name]] of bodies.entries()) found.set(name, lines.filter(({ line }) => line === first + at).length);
  assert.equal(lines.length, Object.keys(wrong).length, 'the rule reports nothing elsewhere');
});

for (const name of Object.keys(wrong)) test(`the rule reports ${name}`, () => assert.equal(found.get(name), 1));

for (const name of Object.keys(right)) test(`the rule accepts ${name}`, () => assert.equal(found.get(name), 0));
