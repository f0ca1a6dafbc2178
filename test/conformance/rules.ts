/** Parses the texts of the contract that say which permissions an endpoint requires. */
import { allows } from '../../api/permissions.js';

/**
 * Rule that decides who may call an endpoint. `public`: everyone. `session`: all signed-in users. `each`: all
 * permissions are required. `any`: one permission suffices. `filtered`: all users may call, and see only the entities
 * for which they have a permission. `inBulk`: all users may call, and the response lists the ids that failed.
 */
export interface Rule {
  readonly kind: 'public' | 'session' | 'each' | 'any' | 'filtered' | 'inBulk';
  /** Permissions; names in braces stand for the values of path parameters. */
  readonly permissions: readonly string[];
}

const permission = /^[a-z_-]+:[a-z_]+(?::(?:\{[^}]+\}|[^ ]+))?$/;

/** Parses the permission text of the contract. @throws Error for a text that is not a known rule */
export function ruleOf(words: string): Rule {
  if (words.startsWith('none')) return { kind: 'public', permissions: [] };
  if (words === 'authenticated') return { kind: 'session', permissions: [] };
  const [clause = ''] = words
    .replace('{username of that user}', '{username}')
    .replace(/^authenticated; rows filtered to /, '')
    .split(';');
  const filtered = words.includes('filtered');
  const plain = clause.replace(/\s*\([^)]*\)/g, '').replace(/ (?:per entity|for each)$/, '');
  const alternatives = plain.split(/ or /);
  const needed = plain.split(/ and /i);
  const kind = filtered ? 'filtered' : alternatives.length > 1 ? 'any' : 'each';
  const permissions = kind === 'each' ? needed : alternatives;
  const bad = permissions.find((text) => !permission.test(text));
  if (bad !== undefined) throw new Error(`"${bad}" of "${words}" is no permission.`);
  return { kind, permissions };
}

/** Replaces names in braces by their values; names without a value stay. */
export const filled = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);

/** Returns whether the permissions allow the call; for `filtered` and `inBulk`, access to the entity. */
export function opens(
  { kind, permissions }: Rule,
  params: Readonly<Record<string, string>>,
  held: readonly string[],
): boolean {
  const has = (template: string): boolean => allows(held, filled(template, params));
  if (kind === 'each') return permissions.every(has);
  return kind === 'public' || kind === 'session' || permissions.some(has);
}
