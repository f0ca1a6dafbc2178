// The lint rules: TypeScript strictness, hooks, the import rule of the house (imports point down only), no circles.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { cleanUpOnly } from './clean-up-only.mjs';

const root = new URL('..', import.meta.url).pathname;
const features = [
  'alert-marks',
  'alerts',
  ...readdirSync(new URL('../elements/admin', import.meta.url)).map((page) => `admin/${page}`),
  'console',
  'dashboard',
  'decorators',
  'export',
  'message',
  'replay',
  'search',
  'search-configuration',
  'share',
  'sidebar',
  'tv',
  'view-area',
  'views',
  'welcome',
  'widgets',
];

/** host/page → elements → machines → api; host/server → api. A feature reaches another only through kit, widgets or its public face (index.ts; pages.ts for the console). */
const zones = [
  { target: 'api', from: ['machines', 'elements', 'host'] },
  { target: 'machines', from: ['elements', 'host'] },
  { target: 'elements', from: ['host'] },
  { target: 'host/server', from: ['elements', 'machines', 'host/page'] },
  { target: 'host/page', from: ['host/server'] },
  // Elements are what is around a component (element), what components are made of (kit), and both put together (frame).
  { target: 'elements/element', from: ['kit', 'frame', ...features].map((name) => `elements/${name}`) },
  { target: 'elements/kit', from: ['frame', ...features].map((name) => `elements/${name}`) },
  { target: 'elements/frame', from: features.map((name) => `elements/${name}`) },
  ...features.map((name) => ({
    target: `elements/${name}`,
    from: features.filter((other) => other !== name && other !== 'widgets').map((other) => `elements/${other}`),
    except: ['./index.ts', './pages.ts'],
  })),
].map(({ target, from, except }) => ({
  target: `${root}${target}`,
  // One zone for each target: every file is held against every zone.
  from: from.map((source) => `${root}${source}`),
  ...(except && { except }),
}));

/** Files of pages that mention an effect, a ref or a callback actor: types are costly, and no other file calls back for a clean-up. */
const withCleanUps = ['elements', 'machines', 'host/page', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => (folder === 'test' ? /\.tsx$/ : /\.tsx?$/).test(path))
    .filter((path) =>
      /Effect\(|Ref|\bref\b|fromCallback|SyncExternalStore/.test(readFileSync(join(root, path), 'utf8')),
    ),
);

export default tseslint.config(
  { ignores: ['dist/**', '.cache/**', 'data/**', 'api/*language/grammar.gen*.ts', 'test/embed/hosts/apps/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { 'react-hooks': reactHooks, 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: `${root}tsconfig.json` })] },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-default-export': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: ['error', 'smart'],
    },
  },
  {
    files: withCleanUps,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    plugins: { house: { rules: { 'clean-up-only': cleanUpOnly } } },
    rules: { 'house/clean-up-only': 'error' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        AbortController: 'readonly',
        performance: 'readonly',
      },
    },
  },
  { files: ['test/embed/**/*.js', 'host/page/**/*.js'], rules: { 'no-undef': 'off' } },
  { files: ['host/server/**', 'test/**'], rules: { 'no-console': 'off' } },
);
