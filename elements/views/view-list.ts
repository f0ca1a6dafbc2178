/** Contains the columns and default layout of the lists of saved searches and dashboards (spec 2 §9). */
import type { EntityListLayout } from '../../machines/entity-list.js';

export const viewListOrder = ['title', 'summary', 'description', 'owner', 'created_at', 'favorite'] as const;

export const viewListDefaults: EntityListLayout = {
  displayed: ['title', 'description', 'summary', 'favorite'],
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 20,
};
