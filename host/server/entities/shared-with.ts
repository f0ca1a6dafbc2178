/** Lists the entities that are shared with one user (contract dashboards-sharing-alerts shares.user). */
import type { Capability, SharedEntities, SharedEntitiesQuery } from '../../../api/contract/shares.schema.js';
import { parseGrn, type Grant } from '../auth/grants.js';
import { paged, sorted } from '../lists/paging.js';
import type { Shares } from './shares.js';
import type { TitleOf } from './catalogue.js';

/** Capabilities in ascending order. */
const ranks: readonly Capability[] = ['view', 'manage', 'own'];

/**
 * Lists entities with the highest capability that the grants give on each.
 * @param grants grants to the user and those to everyone
 */
export function sharedEntities(
  grants: readonly Grant[],
  query: SharedEntitiesQuery,
  shares: Shares,
  titleOf: TitleOf,
): SharedEntities {
  const highest = new Map<string, Capability>();
  for (const { target, capability } of grants) {
    const known = highest.get(target);
    if (!known || ranks.indexOf(capability) > ranks.indexOf(known)) highest.set(target, capability);
  }
  const text = (query.query ?? '').toLowerCase();
  // A request with an unknown capability is treated like one without a capability (contract).
  const capability = ranks.find((one) => one === query.capability);
  const all = [...highest].map(([id, held]) => ({ id, held, type: parseGrn(id)?.type, title: titleOf(id) }));
  const found = all
    .filter(({ held }) => capability === undefined || held === capability)
    .filter(({ type }) => !query.entity_type || type === query.entity_type.toLowerCase())
    .filter(({ title }) => title.toLowerCase().includes(text));
  const { items, body } = paged(
    sorted(
      found,
      query.order,
      ({ title }) => title,
      ({ id }) => id,
    ),
    query,
  );
  return {
    ...body,
    query: query.query ?? '',
    entities: items.map(({ id }) => shares.describe(id)),
    grand_total: all.length,
    context: { grantee_capabilities: Object.fromEntries(items.map(({ id, held }) => [id, held])) },
  };
}
