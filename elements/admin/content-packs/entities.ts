/** Determines the displayed texts of an entity in a content pack. */
import type { ContentEntity } from '../../../api/contract/catalogue.js';

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const inner = (value as Readonly<Record<string, unknown>>)['@value'];
  return typeof inner === 'string' ? inner : '';
};

/** Returns the displayed title of an entity: the title or name in its data, otherwise its id. */
export function entityTitle({ id, data }: Pick<ContentEntity, 'id' | 'data'>): string {
  const fields = data as Readonly<Record<string, unknown>>;
  return textOf(fields['title']) || textOf(fields['name']) || id;
}
