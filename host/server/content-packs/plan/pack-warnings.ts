/** Lists the parts of a pack that an installation leaves out or converts. */
import { unknownMembers, unknownText } from '../kinds/members.js';
import type { Read } from './read-entity.js';
import { isObject } from '../../foundation/is-object.js';

export function packWarnings(all: readonly Read[]): string[] {
  const unknown = all.filter(({ kind }) => !kind).length;
  return [
    ...(unknown > 0
      ? [
          `${unknown} ${unknown === 1 ? 'entity' : 'entities'} of unknown type ${unknown === 1 ? 'is' : 'are'} left out.`,
        ]
      : []),
    ...all.flatMap(({ entity, kind, data, warnings }) => {
      const title = kind?.titleOf(data) ?? '';
      const members = kind && isObject(entity.data) ? unknownMembers(entity.type, entity.data) : [];
      return [
        ...warnings.map((text) => `${title}: ${text}`),
        ...(members.length > 0 ? [`${title}: ${unknownText(members)}`] : []),
      ];
    }),
  ];
}
