/** Fills a server with messages and entities whose texts are attacks (`slots.ts`). */
import { inputTypeIds } from '../../host/server/intake/types/input-type-ids.js';
import { searchWith, ldap, viewOf, type World } from '../conformance/world.js';
import { storeDashboard } from '../e2e/stored-dashboard.js';
import { findMessages } from '../find-messages.js';
import { putMessages } from '../host/server/messages-input.js';
import { indexSetBody } from '../index-set-body.js';
import { lookup, packs, pipelines, sidecars, type Asking } from './attacked-administration.js';
import { address, markup } from './slots.js';

/** Returns a log message, in which the names and values of the fields are slots too. */
const message = () => ({
  host: markup('source of a message'),
  short_message: markup('text of a message'),
  full_message: markup('full text of a message'),
  level: 3,
  _attacked: markup('field of a message'),
  _link: address('address in a field of a message'),
  _host_link: `https://example.org/${markup('path of an address in a message')}`,
});

async function content(world: World): Promise<Readonly<Record<string, string>>> {
  const ask = world.ask.bind(world);
  const stream = await ask<{ stream_id: string }>('POST', '/streams', {
    title: markup('title of a stream'),
    description: markup('description of a stream'),
    index_set_id: world.known['indexSetId'],
    rules: [],
  });
  const streamId = stream.stream_id;
  await ask('POST', `/streams/${streamId}/rules`, {
    field: markup('field of a stream rule'),
    type: 1,
    value: markup('value of a stream rule'),
    inverted: false,
    description: markup('description of a stream rule'),
  });
  await ask('POST', `/streams/${streamId}/resume`);
  const output = await ask<{ id: string }>('POST', '/system/outputs', {
    ...world.newOutput,
    title: markup('title of an output'),
  });
  await ask('POST', `/streams/${streamId}/outputs`, { outputs: [output.id] });
  await ask('POST', '/system/indices/index_sets', {
    ...indexSetBody(markup('title of an index set'), 'attacked'),
    description: markup('description of an index set'),
  });
  await ask('POST', '/system/grok', { name: 'ATTACKED', pattern: markup('pattern of Grok') });
  return { streamId };
}

async function intake({ ask, ...world }: Asking): Promise<Readonly<Record<string, string>>> {
  const { id: inputId } = await ask<{ id: string }>('POST', '/system/inputs', {
    title: markup('title of an input'),
    type: inputTypeIds.gelfHttp,
    global: true,
    configuration: { bind_address: '127.0.0.1', port: 0, override_source: markup('setting of an input') },
  });
  const fixed = { key: 'fixed', value: markup('static field of an input') };
  await ask('POST', `/system/inputs/${inputId}/staticfields`, fixed);
  const { extractor_id: extractorId } = await ask<{ extractor_id: string }>(
    'POST',
    `/system/inputs/${inputId}/extractors`,
    {
      ...world.newExtractor,
      title: markup('title of an extractor'),
      extractor_type: 'regex_replace',
      extractor_config: { regex: '(a)', replacement: markup('replacement of an extractor'), replace_all: false },
      condition_type: 'string',
      condition_value: markup('condition of an extractor'),
    },
  );
  return { inputId, extractorId };
}

async function people({ ask }: Asking): Promise<Readonly<Record<string, string>>> {
  const username = markup('name of a user');
  await ask('POST', '/users', {
    username,
    password: 'a password of nobody',
    email: 'p@example.org',
    first_name: markup('first name of a user'),
    last_name: markup('last name of a user'),
    permissions: [],
    roles: ['Reader'],
  });
  const { id: userId } = await ask<{ id: string }>('GET', `/users/${encodeURIComponent(username)}`);
  await ask('POST', `/users/${userId}/tokens/${encodeURIComponent(markup('name of a token'))}`, {});
  const name = markup('name of a role');
  await ask('POST', '/roles', {
    name,
    description: markup('description of a role'),
    permissions: ['metrics:read', markup('permission of a role')],
  });
  const { roles } = await ask<{ roles: { id: string }[] }>('GET', '/authz/roles?per_page=100&query=slot');
  const { backend } = await ask<{ backend: { id: string } }>('POST', '/system/authentication/services/backends', {
    ...ldap,
    title: markup('title of a sign-in service'),
    description: markup('description of a sign-in service'),
    config: {
      ...ldap.config,
      user_search_base: markup('search base of a sign-in service'),
      system_user_dn: markup('user of a sign-in service'),
    },
  });
  return { userId, username, roleId: roles[0]?.id ?? '', backendId: backend.id };
}

async function alerts({ ask, ...world }: Asking): Promise<Readonly<Record<string, string>>> {
  const notification = await world.newNotification();
  const { id: notificationId } = await ask<{ id: string }>('POST', '/events/notifications', {
    ...notification,
    title: markup('title of a notification'),
    description: markup('description of a notification'),
  });
  const { id: definitionId } = await ask<{ id: string }>('POST', '/events/definitions?schedule=false', {
    ...world.newDefinition(),
    title: markup('title of an event definition'),
    description: markup('description of an event definition'),
    notifications: [{ notification_id: notificationId, notification_parameters: null }],
    field_spec: {
      attacked: {
        data_type: 'string',
        providers: [{ type: 'template-v1', template: markup('field of an event'), require_values: false }],
      },
    },
    key_spec: ['attacked'],
  });
  const timerange = { type: 'absolute', from: '2021-01-01T00:00:00.000Z', to: '2021-01-01T00:01:00.000Z' };
  await ask('POST', `/events/definitions/${definitionId}/execute`, { type: 'aggregation-v1', timerange });
  await ask('POST', '/events/alerts/silences', {
    query: 'message:nothing',
    reason: markup('reason of a silence'),
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  return { notificationId, id: notificationId, definitionId };
}

async function views(world: World): Promise<Readonly<Record<string, string>>> {
  const [viewId, searchId] = [world.newId(), world.newId()];
  await world.ask('POST', '/views/search', searchWith(searchId, []));
  const view = viewOf(viewId, searchId);
  await world.ask('POST', '/views', {
    ...view,
    title: markup('title of a saved search'),
    summary: markup('summary of a saved search'),
    description: markup('description of a saved search'),
  });
  const place = { col: 1, row: 1, width: 6, height: 4 };
  const notes = [
    markup('text of a text widget'),
    `[press](${address('link in a text widget')})`,
    `![picture](${address('picture in a text widget')})`,
    `<a href="${address('markup in a text widget')}">x</a>`,
  ];
  const byField = (field: string) => [{ type: 'values', fields: [field], config: { limit: 15 } }];
  const { id } = await storeDashboard(world.server, world.admin, markup('title of a dashboard'), [
    {
      title: markup('title of a page of a dashboard'),
      widgets: [
        { title: markup('title of a widget'), config: 'messages', position: place },
        {
          title: 'Table',
          config: {
            visualization: 'table',
            row_pivots: byField('attacked'),
            series: [{ function: 'count()', config: { name: markup('name of a metric') } }],
          },
          position: { ...place, col: 7 },
        },
        {
          title: 'Chart',
          config: { visualization: 'bar', row_pivots: byField('source') },
          position: { ...place, row: 5 },
        },
        { title: 'Notes', type: 'text', config: { text: notes.join('\n\n') }, position: { ...place, col: 7, row: 5 } },
      ],
    },
  ]);
  return { viewId, dashboardId: id };
}

async function announcements({ ask }: Asking): Promise<void> {
  await ask('PUT', '/system/cluster_config/log-console.PublicNotifications', {
    notifications: [
      {
        key: 'attacked',
        variant: 'info',
        title: markup('title of an announcement'),
        hiddenTitle: false,
        shortMessage: `${markup('text of an announcement')} [link](${address('link in an announcement')})`,
        longMessage: markup('long text of an announcement'),
        isActive: true,
        isDismissible: true,
      },
    ],
  });
}

/**
 * Fills all slots.
 * @returns values of the parameters of routes, with which each page shows an attacked entity
 */
export async function fillSlots(world: World): Promise<Readonly<Record<string, string>>> {
  await putMessages(world.server, world.admin, [message()]);
  const { messages } = await findMessages(world.server, world.admin, '_exists_:attacked', 1);
  const asking: Asking = {
    ask: world.ask.bind(world),
    newExtractor: world.newExtractor,
    newNotification: world.newNotification.bind(world),
    newDefinition: world.newDefinition.bind(world),
    async register(id, json) {
      const headers = { 'X-Graylog-Sidecar-Version': '1.5.6' };
      const answer = await world.send('PUT', `/sidecars/${id}`, { json, headers });
      if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
    },
  };
  const params: Record<string, string> = { ...world.known, messageId: String(messages[0]?.['_id']) };
  for (const filled of [
    await content(world),
    await intake(asking),
    await people(asking),
    await alerts(asking),
    await pipelines(asking),
    await lookup(asking),
    await sidecars(asking),
    await packs(asking),
    await views(world),
  ])
    Object.assign(params, filled);
  await announcements(asking);
  return params;
}
