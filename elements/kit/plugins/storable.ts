import { parseJson, stringifyJson } from '../../../api/json.js';
import type { PluginConfig } from './face.js';

const longestConfig = 256 * 1024;

/**
 * Returns a deep copy of a configuration that can be stored as JSON; large integers stay exact.
 * @throws Error when the value is no JSON object, or when its JSON has more than 256 Ki characters
 */
export function storable(value: unknown): PluginConfig {
  const text = stringifyJson(value);
  if (text.length > longestConfig) throw new Error('its configuration is too large');
  const copy = parseJson(text);
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy))
    throw new Error('its configuration is no object');
  return copy as PluginConfig;
}
