/** Removes secrets from configurations: servers do not return secrets, so packs do not contain them. */
import { isUnreported, type Json } from '../../move/values.js';
import { type PlainData } from '../values.js';
import { isObject } from '../../foundation/is-object.js';

const isSecret = (value: unknown): boolean =>
  isUnreported(value as Json) ||
  (isObject(value) && typeof value['is_set'] === 'boolean' && Object.keys(value).length === 1);

/**
 * Matches texts in place of a secret: the text in exports of the reference server, and the text in answers to users who
 * may not edit.
 */
const placeholder = /^<(?:Encrypted value was replaced|value hidden>$)/i;

export const withoutSecrets = (configuration: PlainData): PlainData =>
  Object.fromEntries(Object.entries(configuration).filter(([, value]) => !isSecret(value)));

/** Returns a configuration of a pack without the placeholders of secrets. */
export const withoutPlaceholders = (configuration: PlainData): PlainData =>
  Object.fromEntries(
    Object.entries(configuration).filter(([, value]) => !(typeof value === 'string' && placeholder.test(value))),
  );
