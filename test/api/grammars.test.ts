import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

// Cast: the generator is plain JavaScript without declarations.
const { generate, grammarFolders } = (await import(new URL('../../api/grammars.mjs', import.meta.url).href)) as {
  grammarFolders: readonly string[];
  generate: (folder: string) => Readonly<Record<string, string>>;
};

for (const folder of grammarFolders)
  test(`the parser tables in api/${folder} are generated from the current grammar`, () => {
    for (const [name, text] of Object.entries(generate(folder)))
      assert.equal(readFileSync(new URL(`../../api/${folder}/${name}`, import.meta.url), 'utf8'), text, name);
  });
