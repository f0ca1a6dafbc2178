/** Reads members of the configurations of extractors and converters. */
import { ExtractorConfigError, type Config } from './extraction.js';

const own = (config: Config, name: string): unknown => (Object.hasOwn(config, name) ? config[name] : undefined);

const fault = (name: string, what: string) => new ExtractorConfigError(`The configuration needs "${name}": ${what}.`);

/** Returns a mandatory text. @throws ExtractorConfigError when the member is missing, empty or no text */
export function requiredText(config: Config, name: string): string {
  const value = own(config, name);
  if (typeof value !== 'string' || value === '') throw fault(name, 'a text that is not empty');
  return value;
}

/**
 * Returns an optional text.
 * @param otherwise returned for a missing, null or empty member
 * @throws ExtractorConfigError when the member is no text
 */
export function optionalText(config: Config, name: string, otherwise: string): string {
  const value = own(config, name);
  if (value === undefined || value === null || value === '') return otherwise;
  if (typeof value !== 'string') throw fault(name, 'a text');
  return value;
}

/**
 * Returns an optional text that is repeated many times in the result of the extractor, so its length is limited.
 * @param longest largest number of characters
 * @param otherwise returned for a missing, null or empty member
 * @throws ExtractorConfigError when the member is no text, or too long
 */
export function shortText(config: Config, name: string, otherwise: string, longest: number): string {
  const value = optionalText(config, name, otherwise);
  if (value.length > longest) throw fault(name, `a text of at most ${longest} characters`);
  return value;
}

/** Returns a mandatory integer. @throws ExtractorConfigError when the member is no integer, or less than `least` */
export function requiredInteger(config: Config, name: string, least: number): number {
  const value = own(config, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw fault(name, `a whole number of at least ${least}`);
  }
  return value;
}

/**
 * Returns an optional boolean.
 * @param otherwise returned for a missing or null member
 * @throws ExtractorConfigError when the member is neither true nor false
 */
export function flag(config: Config, name: string, otherwise: boolean): boolean {
  const value = own(config, name);
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== 'boolean') throw fault(name, 'true or false');
  return value;
}

/**
 * Returns an optional single character; `\t` and `\n` are accepted as escapes.
 * @throws ExtractorConfigError when the member is no text of one character
 */
export function character(config: Config, name: string, otherwise: string): string {
  const value = optionalText(config, name, otherwise);
  const escapes: Readonly<Record<string, string>> = { '\\t': '\t', '\\n': '\n' };
  const read = escapes[value] ?? value;
  if (read.length !== 1) throw fault(name, 'one character');
  return read;
}
