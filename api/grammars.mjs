// Generates grammar.gen.ts (the parser's tables) and grammar.gen.terms.ts (the node numbers) from grammar.grammar, for
// the language of searches and the language of pipelines. `--check` only tells whether the files are up to date.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildParserFile } from '@lezer/generator';

/** Folders with a grammar. */
export const grammarFolders = ['language', 'pipeline-language'];

/** Returns the texts of the files that are generated in the folder, by their names. */
export function generate(folder) {
  const warnings = [];
  const { parser, terms } = buildParserFile(readFileSync(fileIn(folder, 'grammar.grammar'), 'utf8'), {
    fileName: 'grammar.grammar',
    typeScript: true,
    warn: (message) => warnings.push(message),
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  return { 'grammar.gen.ts': parser, 'grammar.gen.terms.ts': terms };
}

const fileIn = (folder, name) => new URL(`./${folder}/${name}`, import.meta.url);

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const folder of grammarFolders)
    for (const [name, text] of Object.entries(generate(folder))) {
      const file = fileIn(folder, name);
      if (!process.argv.includes('--check')) writeFileSync(file, text);
      else if (readFileSync(file, 'utf8') !== text) {
        console.error(`${fileURLToPath(file)} is out of date: run node api/grammars.mjs`);
        process.exitCode = 1;
      }
    }
}
