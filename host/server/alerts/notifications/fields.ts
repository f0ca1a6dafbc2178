/**
 * Reads and shows notification configurations: each kind declares its `Fields`, which decide what is read, stored and
 * shown. Undeclared members are dropped, so that no secret is stored under an unknown name.
 */
import { secretChange } from '../../../../api/contract/config-fields.js';
import type { NotificationConfig } from '../../../../api/contract/event-notifications.schema.js';
import type { SecretInput } from '../../../../api/contract/authentication.schema.js';
import type { Sealed, SecretBox } from '../../auth/secret-box.js';
import { templateProblem } from './templates/parse.js';

/** Largest length of a text in characters. */
const longestText = 4096;
const mostTexts = 100;

interface Common {
  /** True: only users who may change the notification see the value. */
  readonly isSensitive?: true;
}
type Field = Common &
  (
    | { readonly kind: 'text'; readonly otherwise: string; readonly mayBeNull?: true; readonly longest?: number }
    | { readonly kind: 'template'; readonly otherwise: string }
    | { readonly kind: 'boolean'; readonly otherwise: boolean }
    | { readonly kind: 'count'; readonly otherwise: number }
    | { readonly kind: 'texts' }
    | { readonly kind: 'secret' }
    | { readonly kind: 'choice'; readonly among: readonly string[]; readonly otherwise: string }
    /** Object with any names and values, which the kind of notification validates itself. */
    | { readonly kind: 'values' }
  );
export type Fields = Readonly<Record<string, Field>>;

/** A configuration as it is stored: secrets are encrypted, or null. */
export type StoredConfig = Readonly<Record<string, unknown>> & { readonly type: string };
/** Maps field names to descriptions of their problems. */
export type Problems = Record<string, string[]>;

export const text = (config: StoredConfig, name: string): string => {
  const value = Object.hasOwn(config, name) ? config[name] : undefined;
  return typeof value === 'string' ? value : '';
};
export const flag = (config: StoredConfig, name: string): boolean => config[name] === true;
export const count = (config: StoredConfig, name: string): number => Number(config[name] ?? 0);
export const texts = (config: StoredConfig, name: string): readonly string[] =>
  Array.isArray(config[name]) ? (config[name] as readonly string[]) : [];

export function refuse(problems: Problems, field: string, problem: string): void {
  (problems[field] ??= []).push(problem);
}

function valueOf(name: string, field: Exclude<Field, { kind: 'secret' }>, given: unknown, problems: Problems): unknown {
  const wrong = (problem: string): undefined => void refuse(problems, name, problem);
  switch (field.kind) {
    case 'text': {
      if (given === undefined || given === null) return field.mayBeNull ? null : field.otherwise;
      if (typeof given !== 'string') return wrong('It must be a text.');
      const longest = field.longest ?? longestText;
      return given.length > longest ? wrong(`It has at most ${longest} characters.`) : given.trim();
    }
    case 'template': {
      if (given === undefined || given === null) return field.otherwise;
      if (typeof given !== 'string') return wrong('It must be a text.');
      const problem = templateProblem(given);
      return problem ? wrong(problem.message) : given;
    }
    case 'boolean':
      if (given === undefined || given === null) return field.otherwise;
      return typeof given === 'boolean' ? given : wrong('It must be true or false.');
    case 'count':
      if (given === undefined || given === null) return field.otherwise;
      return Number.isInteger(given) && Number(given) >= 0 && Number(given) <= 10_000
        ? given
        : wrong('It must be a whole number from 0 to 10000.');
    case 'texts':
      if (given === undefined || given === null) return [];
      if (!Array.isArray(given) || given.length > mostTexts || given.some((one) => typeof one !== 'string'))
        return wrong(`It must be a list of at most ${mostTexts} texts.`);
      return [...new Set((given as string[]).map((one) => one.trim()).filter((one) => one !== ''))];
    case 'choice':
      if (given === undefined || given === null) return field.otherwise;
      return field.among.some((one) => one === given) ? given : wrong(`It must be one of ${field.among.join(', ')}.`);
    case 'values':
      return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
  }
}

export interface ReadConfig {
  readonly config: StoredConfig;
  /** Secrets that the request has set, unencrypted. */
  readonly entered: Readonly<Record<string, string>>;
  readonly problems: Problems;
}

/** Reads and checks a configuration. @param stored present configuration, from which unchanged secrets are taken */
export function readConfig(
  fields: Fields,
  given: Readonly<Record<string, unknown>> & { readonly type: string },
  stored: StoredConfig | undefined,
): ReadConfig {
  const problems: Problems = {};
  const config: Record<string, unknown> & { type: string } = { type: given.type };
  const entered: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (field.kind !== 'secret') {
      config[name] = valueOf(name, field, value, problems);
      continue;
    }
    const written = typeof value === 'object' || typeof value === 'string' ? (value as SecretInput | null) : undefined;
    const change = isSecretInput(written) ? secretChange(written) : undefined;
    if (!change) refuse(problems, name, 'It takes one of set_value, keep_value and delete_value, not several.');
    const kept = stored?.type === given.type ? (stored[name] ?? null) : null;
    config[name] = change?.kind === 'keep' ? kept : null;
    if (change?.kind === 'set') {
      if (change.value.length > longestText) refuse(problems, name, `It has at most ${longestText} characters.`);
      entered[name] = change.value;
    }
  }
  return { config, entered, problems };
}

function isSecretInput(value: unknown): value is SecretInput | null | undefined {
  if (typeof value !== 'object' || value === null) return true;
  const { set_value: set } = value as { set_value?: unknown };
  return !Array.isArray(value) && (set === undefined || set === null || typeof set === 'string');
}

/** Placeholder for a value that a reader may not see; sending it back keeps the stored value. */
export const hidden = '<value hidden>';

export function shownConfig(fields: Fields, config: StoredConfig, editor: boolean): NotificationConfig {
  const shown: NotificationConfig = { type: config.type };
  for (const [name, field] of Object.entries(fields)) {
    const value = config[name];
    if (field.kind === 'secret') shown[name] = { is_set: typeof value === 'string' && value !== '' };
    else if (field.isSensitive && !editor && value !== null && value !== '') shown[name] = hidden;
    else shown[name] = value;
  }
  return shown;
}

const purposeOf = (notificationId: string, name: string): string => `notification ${notificationId} ${name}`;

/** Returns the configuration with the entered secrets, which are encrypted. */
export async function sealedConfig(
  box: Pick<SecretBox, 'seal'>,
  notificationId: string,
  { config, entered }: Pick<ReadConfig, 'config' | 'entered'>,
): Promise<StoredConfig> {
  const sealed: Record<string, Sealed> = {};
  for (const [name, secret] of Object.entries(entered))
    sealed[name] = await box.seal(secret, purposeOf(notificationId, name));
  return { ...config, ...sealed };
}

/** Returns the decrypted secrets that are set, by name. @throws SecretError when a secret cannot be decrypted */
export async function openedSecrets(
  box: Pick<SecretBox, 'open'>,
  notificationId: string,
  fields: Fields,
  config: StoredConfig,
): Promise<Record<string, string>> {
  const opened: Record<string, string> = {};
  for (const [name, { kind }] of Object.entries(fields)) {
    const value = config[name];
    if (kind === 'secret' && typeof value === 'string' && value !== '')
      opened[name] = await box.open(value, purposeOf(notificationId, name));
  }
  return opened;
}
