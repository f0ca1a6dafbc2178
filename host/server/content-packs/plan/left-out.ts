/** Applies the user's decisions to leave entities out, and finds references that then cannot be resolved. */
import type { ContentEntity } from '../../../../api/contract/catalogue.schema.js';
import type { Read } from './read-entity.js';
import { nameOf } from './refusal.js';

/** Removes references to entities that are left out, where an entity can do without them. */
export function withoutLeftOut(all: readonly Read[], isLeftOut: (id: string) => boolean): Read[] {
  const isGone = (id: unknown): boolean => typeof id === 'string' && isLeftOut(id);
  return all.map((one) => {
    const { kind } = one;
    if (!kind?.without || one.problem !== undefined) return one;
    const data = kind.without(one.data, isGone);
    const lost = kind.references(one.data).length - kind.references(data).length;
    if (lost === 0) return one;
    const what = lost === 1 ? 'an entity' : `${lost} entities`;
    return { ...one, data, warnings: [...one.warnings, `It is installed without its reference to ${what} left out.`] };
  });
}

/** Returns the reasons why references of an entity cannot be resolved. */
export function unresolved({ kind, data }: Read, all: readonly Read[], isLeftOut: (id: string) => boolean): string[] {
  if (!kind) return [];
  return kind.references(data).flatMap(({ type, id, optional }) => {
    const target = all.find((one) => one.entity.id === id);
    if (optional || (target?.kind && !isLeftOut(id))) return [];
    if (!target) return [`it refers to a ${type} of the id ${JSON.stringify(id)}, which the pack does not hold.`];
    return [
      `it refers to ${target.kind ? nameOf(target.kind, target.kind.titleOf(target.data)) : typeOf(target.entity)}, which is left out.`,
    ];
  });
}

const typeOf = ({ type }: ContentEntity): string => `an entity of the unknown type ${type.name}/${type.version}`;
