/**
 * Moves configurations, grok patterns, event notifications and definitions, searches and dashboards, decorators, roles
 * and users.
 */
import { randomBytes } from 'node:crypto';
import type { Client } from '../../../api/client.js';
import { getClusterConfig, listClusterConfigs, saveClusterConfig } from '../../../api/contract/cluster-config.js';
import { allowListClass } from '../../../api/contract/cluster-config-names.js';
import type { ClusterConfigBody, UrlAllowList } from '../../../api/contract/cluster-config.schema.js';
import { createDecorator, listDecorators, updateDecorator } from '../../../api/contract/decorators.js';
import {
  createEventDefinition,
  getEventDefinitionWithContext,
  listEventDefinitions,
  updateEventDefinition,
  type EventDefinitionBody,
} from '../../../api/contract/event-definitions.js';
import { getUser } from '../../../api/contract/current-user.js';
import {
  createEventNotification,
  listEventNotifications,
  updateEventNotification,
  type EventNotificationBody,
} from '../../../api/contract/event-notifications.js';
import { createGrokPattern, listGrokPatterns, updateGrokPattern } from '../../../api/contract/grok.js';
import { createRole, listRoles, updateRole, type RoleInput } from '../../../api/contract/roles.js';
import { createSearch, getSearch } from '../../../api/contract/searches.js';
import type { Decorator, Search } from '../../../api/contract/searches.schema.js';
import {
  createUser,
  listUsers,
  setUserStatus,
  updateUser,
  type CreateUserRequest,
  type ChangeUserRequest,
} from '../../../api/contract/users.js';
import { createView, listViews, updateView, type ViewInput } from '../../../api/contract/views.js';
import { isWebAddress } from '../../../api/web-address.js';
import { newEntityId } from '../foundation/ids.js';
import type { Entity, Kind } from './kind.js';
import { asBody, asJsonObject, type JsonObject, keptSecrets, withoutSecrets } from './values.js';

const text = (body: JsonObject, name: string): string => String(body[name] ?? '');
/** Query that returns all entries of a list in one response. */
const everything = { query: { page: 1, per_page: 0 } };

/** Configurations that identify a server instead of describing its behaviour. */
const ownConfigs = new Set(['org.graylog2.plugin.cluster.ClusterId', 'org.graylog2.plugin.cluster.ClusterConfig']);

export const configKind: Kind = {
  name: 'configurations',
  list: async (client) => {
    const { classes } = await client.call(listClusterConfigs);
    const found: Entity[] = [];
    for (const name of classes.toSorted()) {
      if (ownConfigs.has(name)) continue;
      const body = await client.call(getClusterConfig, { params: { className: name } });
      if (typeof body !== 'object' || body === null) continue;
      // Cast: the class of the configuration determines its shape, which the source server has validated.
      const configuration = asJsonObject(name === allowListClass ? storable(body as UrlAllowList) : body);
      const { rest, secrets } = withoutSecrets(configuration);
      found.push({ id: name, title: name, body: { class: name, value: rest }, secrets, configuration });
    }
    return found;
  },
  keyOf: (body) => text(body, 'class'),
  create: async (client, body) => {
    await saveConfig(client, body);
    return text(body, 'class');
  },
  change: (client, there, body) => saveConfig(client, body, keptSecrets(there.configuration ?? {})),
};

/**
 * Returns a URL whitelist in a form that this server accepts. Some servers accept entries without a title. They also
 * accept literal entries that are no http or https address. Such entries are left out, because they allow nothing on
 * any server.
 */
const storable = ({ entries, disabled }: UrlAllowList): UrlAllowList => ({
  entries: entries
    .filter(({ type, value }) => type !== 'literal' || isWebAddress(value))
    .map((entry) => (entry.title.trim() === '' ? { ...entry, title: entry.value } : entry)),
  disabled,
});

async function saveConfig(client: Client, body: JsonObject, kept: JsonObject = {}): Promise<void> {
  const value = { ...(body['value'] as JsonObject), ...kept } as ClusterConfigBody;
  await client.call(saveClusterConfig, { params: { className: text(body, 'class') }, body: value });
}

export const grokKind: Kind = {
  name: 'grok patterns',
  list: async (client) => {
    const { patterns } = await client.call(listGrokPatterns);
    return patterns.map(({ id, name, pattern }) => ({ id, title: name, body: { name, pattern } }));
  },
  keyOf: (body) => text(body, 'name'),
  create: async (client, body) =>
    (await client.call(createGrokPattern, { body: { name: text(body, 'name'), pattern: text(body, 'pattern') } })).id,
  change: async (client, { id: patternId }, body) => {
    const changed = { id: patternId, name: text(body, 'name'), pattern: text(body, 'pattern') };
    await client.call(updateGrokPattern, { params: { patternId }, body: changed });
  },
};

export const notificationKind: Kind = {
  name: 'notifications',
  list: async (client) => {
    const { notifications } = await client.call(listEventNotifications, everything);
    return notifications.map(({ id, title, description, config }) => {
      const configuration = asJsonObject(config);
      const { rest, secrets } = withoutSecrets(configuration);
      return { id, title, secrets, configuration, body: { title, description, config: rest } };
    });
  },
  keyOf: (body) => text(body, 'title'),
  create: async (client, body) =>
    (await client.call(createEventNotification, { body: asBody<EventNotificationBody>(body) })).id,
  change: async (client, { id, configuration = {} }, body) => {
    const config = { ...(body['config'] as JsonObject), ...keptSecrets(configuration) };
    await client.call(updateEventNotification, {
      params: { id },
      body: { ...body, id, config } as EventNotificationBody,
    });
  },
};

export const definitionKind: Kind = {
  name: 'event definitions',
  list: async (client) => {
    const { event_definitions: definitions } = await client.call(listEventDefinitions, everything);
    const found: Entity[] = [];
    for (const { id, _scope, updated_at: _at, scheduler: _scheduler, ...definition } of definitions) {
      // Every server itself creates the definition for its system notifications, and the definitions of a scope other
      // than `DEFAULT`.
      const isOwn = definition.config.type === 'system-notifications-v1' || _scope !== 'DEFAULT';
      // The list of definitions does not tell whether a definition is scheduled.
      const { context } = await client.call(getEventDefinitionWithContext, { params: { definitionId: id } });
      const body = asJsonObject({ ...definition, scheduled: context.scheduler.is_scheduled });
      found.push({ id, title: definition.title, body, ...(isOwn && { left: '' }) });
    }
    return found;
  },
  keyOf: (body) => text(body, 'title'),
  create: async (client, body) => {
    const { scheduled, ...definition } = body;
    const query = { schedule: scheduled === true };
    return (await client.call(createEventDefinition, { query, body: definition as EventDefinitionBody })).id;
  },
  change: async (client, { id: definitionId }, body) => {
    const { scheduled, ...definition } = body;
    const changed = { ...definition, id: definitionId } as EventDefinitionBody;
    const query = { schedule: scheduled === true };
    await client.call(updateEventDefinition, { params: { definitionId }, query, body: changed });
  },
};

export const viewKind: Kind = {
  name: 'saved searches and dashboards',
  list: async (client) => {
    const { views } = await client.call(listViews, everything);
    const found: Entity[] = [];
    for (const view of views) {
      const { id, type, title, summary, description, properties, state } = view;
      const { queries, parameters } = await client.call(getSearch, { params: { searchId: view.search_id } });
      const search = { queries, parameters };
      found.push({
        id,
        title,
        body: asJsonObject({ type, title, summary, description, properties, state, search }),
      });
    }
    return found;
  },
  keyOf: (body) => `${text(body, 'type')} ${text(body, 'title')}`,
  create: async (client, body) => (await client.call(createView, { body: await viewWithSearch(client, body) })).id,
  change: async (client, { id: viewId }, body) => {
    const view = await viewWithSearch(client, body);
    await client.call(updateView, { params: { viewId }, body: { ...view, id: viewId } });
  },
};

/** Creates a new search for a view that is created or changed, because searches are immutable. */
async function viewWithSearch(client: Client, { search, ...view }: JsonObject): Promise<ViewInput> {
  const { id } = await client.call(createSearch, {
    body: { ...asBody<Search>(search), id: newEntityId() },
  });
  return asBody<ViewInput>({ ...view, search_id: id });
}

export const decoratorKind: Kind = {
  name: 'decorators',
  list: async (client) => {
    const decorators = await client.call(listDecorators);
    return decorators
      .toSorted((a, b) => a.order - b.order)
      .map(({ id, type, config, order, stream }) => ({
        id,
        title: type,
        body: asJsonObject({ type, config, order, stream }),
      }));
  },
  keyOf: (body) => `${text(body, 'stream')} ${text(body, 'order')} ${text(body, 'type')}`,
  create: async (client, body) => (await client.call(createDecorator, { body: asBody<Decorator>(body) })).id,
  change: async (client, { id: decoratorId }, body) => {
    const changed = asBody<Decorator>({ ...body, id: decoratorId });
    await client.call(updateDecorator, { params: { decoratorId }, body: changed });
  },
};

export const roleKind: Kind = {
  name: 'roles',
  unordered: ['permissions'],
  list: async (client) => {
    const { roles } = await client.call(listRoles);
    return roles.map(({ name, description, permissions, read_only: isBuiltIn }) => ({
      id: `role ${name}`,
      title: name,
      body: { name, description, permissions },
      ...(isBuiltIn && { left: '' }),
    }));
  },
  keyOf: (body) => text(body, 'name').toLowerCase(),
  create: async (client, body) => {
    const { name } = await client.call(createRole, { body: roleBody(body) });
    return `role ${name}`;
  },
  change: async (client, there, body) => {
    await client.call(updateRole, { params: { roleName: there.title }, body: roleBody(body) });
  },
};

const roleBody = (body: JsonObject): RoleInput => ({ ...asBody<RoleInput>(body), read_only: false });

const passwordRemark = 'it cannot sign in before its password is set';
const externalRemark = 'it comes from an authentication service: connect that, and it comes with its first sign-in';

export const userKind: Kind = {
  name: 'users',
  unordered: ['roles'],
  list: async (client) => {
    const { users } = await client.call(listUsers, { query: { include_permissions: false, include_sessions: false } });
    return users.map((user) => {
      const { id, username, email, first_name, last_name, timezone, session_timeout_ms, service_account } = user;
      const { startpage, account_status: status } = user;
      const moved = {
        username,
        email,
        first_name,
        last_name,
        timezone,
        session_timeout_ms,
        service_account,
        startpage,
      };
      const body = asJsonObject({ ...moved, roles: user.roles, status });
      if (user.read_only) return { id, title: username, body, left: '' };
      return { id, title: username, body, remark: passwordRemark, ...(user.external && { left: externalRemark }) };
    });
  },
  keyOf: (body) => text(body, 'username').toLowerCase(),
  create: async (client, body) => {
    const { status, ...user } = body;
    const password = randomBytes(24).toString('base64url');
    await client.call(createUser, { body: { ...asBody<CreateUserRequest>(user), password } });
    const { id } = await client.call(getUser, { params: { username: text(body, 'username') } });
    if (status === 'disabled') await setStatus(client, id, 'disabled');
    return id;
  },
  change: async (client, there, body) => {
    const { username: _username, status, ...user } = body;
    await client.call(updateUser, { params: { userId: there.id }, body: asBody<ChangeUserRequest>(user) });
    if (status !== there.body['status']) await setStatus(client, there.id, String(status));
  },
};

async function setStatus(client: Client, userId: string, newStatus: string): Promise<void> {
  await client.call(setUserStatus, { params: { userId, newStatus }, body: {} });
}
