// Configures ESLint for the only lint rule that needs types. All other rules are in .oxlintrc.json, and the directions
// of imports in imports.mjs.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import { cleanUpOnly } from './clean-up-only.mjs';

const root = new URL('..', import.meta.url).pathname;

/**
 * Files of the product that mention an effect, a ref, a callback actor or an external store. Only these files are
 * linted, because types are costly to determine; a component of a test whose effect returns a wrong value fails the
 * test itself.
 */
const withCleanUps = ['elements', 'machines', 'host/page'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) =>
      /Effect\(|Ref|\bref\b|fromCallback|SyncExternalStore/.test(readFileSync(join(root, path), 'utf8')),
    ),
);

/** Files named on the command line. ESLint warns about a named file that no configuration matches. */
const named = process.argv.slice(2).filter((argument) => /\.tsx?$/.test(argument));

export default tseslint.config(
  { ignores: ['dist/**', '.cache/**', 'data/**', 'test/embed/hosts/apps/**'] },
  ...(named.length > 0 ? [{ files: named, languageOptions: { parser: tseslint.parser } }] : []),
  {
    files: withCleanUps,
    // The TypeScript project omits the server and the tests, because none of the linted files imports them.
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: '.config/callbacks.json', tsconfigRootDir: root },
    },
    plugins: { house: { rules: { 'clean-up-only': cleanUpOnly } } },
    rules: { 'house/clean-up-only': 'error' },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
);
