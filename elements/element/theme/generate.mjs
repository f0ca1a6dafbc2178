// Generates the theme files of the elements from tokens.json. Run it after changing tokens.json:
// node elements/element/theme/generate.mjs
// – tokens.gen.ts: the custom properties of the themes and densities, without those of logged content
// – content-tokens.gen.ts: the custom properties of logged content; it is loaded with the first content
// – fluent.gen.ts: the values that replace those of Fluent's themes; it is loaded with the first Fluent component
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const here = new URL('.', import.meta.url);
const banner = '// Generated from tokens.json by generate.mjs; do not edit.\n';

/**
 * Groups of tokens.json that become custom properties. Series colours and palettes do not: series-palette.ts and
 * palettes.ts contain them.
 */
const groups = ['surface', 'border', 'text', 'selection', 'focus', 'status', 'highlight', 'change', 'shadow'];
/** Groups whose custom properties only logged content uses. */
const contentGroups = ['level', 'syntax', 'chart'];
const kebab = (name) =>
  name.replace(/([a-z0-9])([A-Z])/g, (_whole, before, after) => `${before}-${after.toLowerCase()}`);

/**
 * Flattens nested tokens: `{ card: '#fff', danger: { text: '#000' } }` → `[['card', '#fff'], ['danger-text', '#000']]`;
 * lists are left out.
 */
function leaves(value, path = []) {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object') return [[path.map(kebab).join('-'), value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

const withUnit = (name, value) => (typeof value === 'number' ? `${value}px` : value);
const declarations = (pairs) => pairs.map(([name, value]) => `--lc-${name}:${withUnit(name, value)}`).join(';');

const themeDeclarations = (theme, names) => declarations(names.flatMap((group) => leaves({ [group]: theme[group] })));
/** Returns an object with the result of a function for each theme. */
const byTheme = ({ teint, noir }, declare) => ({ light: declare(teint), dark: declare(noir) });

function densityDeclarations(density) {
  return declarations(leaves({ density }));
}

/** @returns text of the generated files by file name */
export function generate(tokens) {
  const { brand, themes, density } = tokens;
  const theme = byTheme(themes, (one) => `color-scheme:${one.colorScheme};${themeDeclarations(one, groups)}`);
  const content = byTheme(themes, (one) => themeDeclarations(one, contentGroups));
  const densities = Object.fromEntries(Object.entries(density).map(([name, one]) => [name, densityDeclarations(one)]));
  return {
    'tokens.gen.ts': `${banner}/** Declarations of the custom properties \`--lc-*\`, by theme. */\nexport const themeDeclarations = ${JSON.stringify(theme)};\n\n/** Declarations of \`--lc-density-*\`, by density. */\nexport const densityDeclarations = ${JSON.stringify(densities)};\n`,
    'content-tokens.gen.ts': `${banner}/** Declarations of the custom properties \`--lc-*\` of logged content, by theme. */\nexport const contentDeclarations = ${JSON.stringify(content)};\n`,
    'fluent.gen.ts': `${banner}export const brandRamp = ${JSON.stringify(brand)};\n\nexport const lightOverlay = ${JSON.stringify(themes.teint.fluent)};\n\nexport const darkOverlay = ${JSON.stringify(themes.noir.fluent)};\n`,
  };
}

export function readTokens() {
  return JSON.parse(readFileSync(new URL('tokens.json', here), 'utf8'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { format } = await import('prettier');
  for (const [name, text] of Object.entries(generate(readTokens())))
    writeFileSync(
      new URL(name, here),
      await format(text, { parser: 'typescript', printWidth: 120, singleQuote: true }),
    );
}
