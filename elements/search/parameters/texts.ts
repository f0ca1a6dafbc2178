/** Contains the texts of the parameters of a query. */
import { count } from '../texts.js';

export const parameterTexts = {
  label: 'Parameters',
  value: 'Value',
  optional: 'Optional',
  undeclaredMark: 'Undeclared',
  undeclared: (names: readonly string[]): string =>
    `${names.map((name) => `$${name}$`).join(', ')} ${names.length === 1 ? 'is' : 'are'} not declared. ` +
    'A value filled in here is sent with the search. Declaring parameters, with title and default, is an enterprise feature.',
  lookedUp: (table: string, key: string): string => `looked up in ${table} under ${key}`,
  hide: 'Hide parameters',
  hidden: (amount: number): string => count(amount, 'parameter is hidden.', 'parameters are hidden.'),
  show: 'Show',
} as const;
