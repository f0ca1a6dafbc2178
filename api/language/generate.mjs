// Generates grammar.gen.ts (the parser's tables) and grammar.gen.terms.ts (the node numbers) from grammar.grammar.
// `--check` only tells whether they are up to date.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildParserFile } from '@lezer/generator';

const source = new URL('./grammar.grammar', import.meta.url);
const targets = {
  parser: new URL('./grammar.gen.ts', import.meta.url),
  terms: new URL('./grammar.gen.terms.ts', import.meta.url),
};

/** Returns the content of the generated files: { parser, terms }. */
export function generate() {
  const warnings = [];
  const { parser, terms } = buildParserFile(readFileSync(source, 'utf8'), {
    fileName: 'grammar.grammar',
    typeScript: true,
    warn: (message) => warnings.push(message),
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  return { parser, terms };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const texts = generate();
  for (const [name, file] of Object.entries(targets)) {
    if (!process.argv.includes('--check')) writeFileSync(file, texts[name]);
    else if (readFileSync(file, 'utf8') !== texts[name]) {
      console.error(`${fileURLToPath(file)} is out of date: run node api/language/generate.mjs`);
      process.exitCode = 1;
    }
  }
}
