/** Copies shares and owners individually: no share is removed, and the capability of an existing share is replaced. */
import type { Client } from '../../../api/client.js';
import { listEventDefinitions } from '../../../api/contract/event-definitions.js';
import { listEventNotifications } from '../../../api/contract/event-notifications.js';
import { listOutputs } from '../../../api/contract/outputs.js';
import { prepareShare, updateShare, type Capability, type ShareAnswer } from '../../../api/contract/shares.js';
import { listStreams } from '../../../api/contract/streams.js';
import { listViews } from '../../../api/contract/views.js';
import { ApiFailure } from '../../../api/failures.js';
import { grnOf, parseGrn, viewGrn } from '../../../api/grn.js';
import type { Entity, Kind } from './kind.js';
import type { JsonObject } from './values.js';

/** Query that returns all entries of a list in one response. */
const everything = { query: { page: 1, per_page: 0 } };

interface Shareable {
  readonly grn: string;
  readonly title: string;
}

async function shareables(client: Client): Promise<Shareable[]> {
  const { streams } = await client.call(listStreams);
  const { views } = await client.call(listViews, everything);
  const { outputs } = await client.call(listOutputs);
  const { notifications } = await client.call(listEventNotifications, everything);
  const { event_definitions: definitions } = await client.call(listEventDefinitions, everything);
  const named = (type: string, list: readonly { readonly id: string; readonly title: string }[]): Shareable[] =>
    list.map(({ id, title }) => ({ grn: grnOf({ type, id }), title }));
  return [
    ...named('stream', streams),
    ...views.map((view) => ({ grn: viewGrn(view), title: view.title })),
    ...named('output', outputs),
    ...named('notification', notifications),
    ...named('event_definition', definitions),
  ];
}

/**
 * Returns the shares of an entity; undefined: the entity does not exist any more, or its shares may not be read, for
 * example because the server itself created it.
 */
async function sharesOf(client: Client, entityGrn: string): Promise<ShareAnswer | undefined> {
  try {
    return await client.call(prepareShare, { params: { entityGrn }, body: {} });
  } catch (error) {
    if (error instanceof ApiFailure && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}

const teamRemark = 'teams are not moved: share it with their people or with everyone';

async function share(client: Client, body: JsonObject): Promise<string> {
  const [entityGrn, grantee] = [String(body['entity']), String(body['grantee'])];
  const params = { entityGrn };
  const { active_shares: active } = await client.call(prepareShare, { params, body: {} });
  const selected: Record<string, Capability> = Object.fromEntries(active.map((one) => [one.grantee, one.capability]));
  // The JSON value is passed on unchecked; the server validates it.
  selected[grantee] = body['capability'] as Capability;
  const after = await client.call(updateShare, { params, body: { selected_grantee_capabilities: selected } });
  // A server ignores grantees that it does not know, or that nothing may be shared with.
  if (!after.active_shares.some((one) => one.grantee === grantee))
    throw new Error('that server has no user of that name, or nothing may be shared with them');
  return `${entityGrn} ${grantee}`;
}

export const shareKind: Kind = {
  name: 'shares',
  list: async (client) => {
    const found: Entity[] = [];
    for (const { grn, title } of await shareables(client)) {
      // The server leaves out the grants of the token's owner. They need not be copied, because this user owns the
      // entities that are created on the target server.
      const { active_shares: active = [], available_grantees: grantees = [] } = (await sharesOf(client, grn)) ?? {};
      // Owners come first, so that the entity always has an owner, even after an interruption.
      const ordered = active.toSorted((a, b) => Number(b.capability === 'own') - Number(a.capability === 'own'));
      for (const { grantee, capability } of ordered) {
        const name = grantees.find(({ id }) => id === grantee)?.title ?? grantee;
        found.push({
          id: `${grn} ${grantee}`,
          title: `${title} / ${name}`,
          body: { entity: grn, grantee, capability },
          ...(parseGrn(grantee)?.type === 'team' && { left: teamRemark }),
        });
      }
    }
    return found;
  },
  keyOf: ({ entity, grantee }) => `${String(entity)} ${String(grantee)}`,
  create: share,
  change: async (client, _there, body) => {
    await share(client, body);
  },
};
