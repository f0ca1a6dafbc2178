/**
 * Content packs over HTTP are stored byte for byte, and are installed, upgraded and uninstalled completely or not at
 * all.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  ContentPackInstallation,
  DryRun,
  LibraryPack,
  Uninstalled,
  UninstallDetails,
} from '../../../../api/contract/content-packs.schema.js';
import type { ContentEntity, EntityExcerpt } from '../../../../api/contract/catalogue.schema.js';
import { wrapped } from '../../../../host/server/content-packs/values.js';
import { freePort } from '../../../free-port.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { asExported, definition, entity, grok, pack, queryId, streamOf, whole } from './sample-packs.js';

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

async function ask<T>(
  method: string,
  path: string,
  json?: unknown,
  status = 200,
  on = { server, session },
): Promise<T> {
  const response = await on.server.call(path, { method, session: on.session, ...(json !== undefined && { json }) });
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const root = '/system/content_packs';
const catalogue = async () =>
  (await ask<{ entities: EntityExcerpt[] }>('GET', '/system/catalog')).entities
    .map(({ id, type }) => `${type.name} ${id}`)
    .toSorted();

const upload = (body: unknown) => ask('POST', root, body, 201);
const allow = async () => {
  const list = { entries: [{ id: 'a', type: 'literal', title: 'a', value: 'http://127.0.0.1:1/' }], disabled: false };
  await ask('PUT', '/system/urlwhitelist', list, 204);
};

test('an uploaded file is returned byte for byte, and a second upload of its revision is refused', async () => {
  const text = `${JSON.stringify(pack(1, [grok('g', 'BYTES', 'a')], 'bytes'), undefined, 3)}\n\n`;
  const send = () =>
    server.call(root, { method: 'POST', session, body: text, headers: { 'Content-Type': 'application/json' } });
  const made = await send();
  assert.equal(made.status, 201);
  assert.match(made.headers.get('location') ?? '', /system\/content_packs\/bytes\/1$/);
  const file = await server.call(`${root}/bytes/1/download`, { session });
  assert.equal(await file.text(), text);
  assert.match(file.headers.get('content-disposition') ?? '', /attachment; filename="content-pack-bytes-1.json"/);
  const again = await send();
  assert.equal(again.status, 400);
  assert.match(await again.text(), /with this revision 1 already found!/);
  await ask('DELETE', `${root}/bytes`, undefined, 204);
  await ask('GET', `${root}/bytes`, undefined, 404);
});

test('an exported pack contains no secret, whatever the rights of the user who exports it', async () => {
  const { id } = await ask<{ id: string }>(
    'POST',
    '/system/inputs',
    {
      title: 'With a password',
      type: 'org.graylog2.inputs.raw.tcp.RawTCPInput',
      global: true,
      configuration: { bind_address: '127.0.0.1', port: 0, tls_key_password: 'hidden from packs' },
    },
    201,
  );
  const shown = await ask<{ attributes: { tls_key_password: string } }>('GET', `/system/inputs/${id}`);
  assert.equal(shown.attributes.tls_key_password, 'hidden from packs', 'an editor of the input sees it');
  const wanted = { entities: [{ id, type: { name: 'input', version: '1' } }] };
  const { entities } = await ask<{ entities: { data: object }[] }>('POST', '/system/catalog', wanted);
  assert.equal(entities.length, 1);
  assert.doesNotMatch(JSON.stringify(entities), /hidden from packs/);
  await ask('DELETE', `/system/inputs/${id}`, undefined, 204);
});

test('an installation creates everything as in the dry run, and uninstalls without a trace', async () => {
  await allow();
  const port = await freePort();
  await upload(pack(1, whole()));
  const known = await catalogue();
  const parameters = { PORT: { '@type': 'integer', '@value': port } };
  const dry = await ask<DryRun>('POST', `${root}/pack-one/1/installations/dry_run`, { parameters });
  assert.deepEqual(dry.problems, []);
  assert.deepEqual(
    dry.entities.map(({ type, action }) => `${type.name} ${action}`),
    [
      'grok_pattern create',
      'grok_pattern create',
      'input create',
      'stream create',
      'notification create',
      'dashboard create',
      'event_definition create',
      'search_filter skip',
    ],
  );
  assert.deepEqual(await catalogue(), known, 'a dry run changes nothing');
  const made = await ask<ContentPackInstallation>('POST', `${root}/pack-one/1/installations`, {
    parameters,
    comment: 'first',
  });
  assert.equal(made.entities.length, 7);
  const id = (type: string) => made.entities.find((one) => one.type.name === type)?.id ?? '';
  const stream = id('stream');
  assert.equal((await ask<{ disabled: boolean }>('GET', `/streams/${stream}`)).disabled, false);
  const view = await ask<{ created_at: string; state: Record<string, { widgets: { streams: string[] }[] }> }>(
    'GET',
    `/views/${id('dashboard')}`,
  );
  assert.deepEqual(view.state[queryId]?.widgets[0]?.streams, [stream]);
  assert.equal(view.created_at, '2024-02-01T09:00:00.000Z');
  const event = await ask<{ config: { streams: string[] }; notifications: { notification_id: string }[] }>(
    'GET',
    `/events/definitions/${id('event_definition')}`,
  );
  assert.deepEqual([event.config.streams, event.notifications[0]?.notification_id], [[stream], id('notification')]);
  const running = await ask<{ state: string; message_input: { attributes: { port: number } } }>(
    'GET',
    `/system/inputstates/${id('input')}`,
  );
  assert.equal(running.message_input.attributes.port, port);
  const refused = await ask<{ message: string }>('DELETE', `${root}/pack-one`, undefined, 400);
  assert.match(refused.message, /There are still installations/);

  const busy = await ask<DryRun>('POST', `${root}/pack-one/1/installations/dry_run`, { parameters });
  assert.match(busy.parameters[0]?.warning ?? '', /is in use by input "Lines"/);
  assert.equal(typeof busy.parameters[0]?.suggestion, 'number');
  assert.equal(busy.entities[0]?.action, 'reuse');

  await ask('PUT', `/streams/${stream}`, { title: 'Web of mine' });
  const details = await ask<UninstallDetails>('GET', `${root}/pack-one/installations/${made._id}/uninstall_details`);
  assert.deepEqual([details.entities.length, details.kept.length, details.changed], [7, 0, [stream]]);
  const gone = await ask<Uninstalled>('DELETE', `${root}/pack-one/installations/${made._id}`);
  assert.deepEqual([gone.uninstalled.entities.length, gone.uninstalled.failed_entities], [7, []]);
  assert.deepEqual(await catalogue(), known);
  await ask('DELETE', `${root}/pack-one/1`, undefined, 204);
});

test('the server reports why a pack cannot be installed, and leaves nothing behind', async () => {
  const known = await catalogue();
  const table: [entities: unknown[], body: object, reason: RegExp, path?: string][] = [
    [[grok('a', 'FINE', 'a'), grok('b', 'BROKEN', '(')], {}, /^Grok pattern "BROKEN": /],
    [
      [grok('a', 'FINE', 'a'), definition('d', 's', 'missing', 60_000), streamOf('s', 'S', 'x')],
      {},
      /refers to a notification of the id "missing", which the pack does not hold/,
    ],
    [
      [
        grok('a', 'FINE', 'a'),
        entity('stream', 's', {
          ...(wrapped({ title: 'S' }) as object),
          disabled: { '@type': 'boolean', '@value': 'no' },
        }),
      ],
      {},
      /disabled: the type boolean wants true or false/,
    ],
    [
      [{ ...grok('a', 'FINE', 'a'), constraints: [{ type: 'server-version', version: '>=6.0.0' }] }],
      {},
      /asks for a server of the version >=6\.0\.0/,
    ],
    [
      [grok('a', 'FINE', 'a')],
      { parameters: { PORT: { '@type': 'string', '@value': '1' } } },
      /Parameter Port: It is of the type integer, not string/,
    ],
    [[grok('a', 'FINE', 'a'), entity('stream_title', 't', wrapped({ title: 'Nowhere' }))], {}, /no stream "Nowhere"/],
    [
      [
        grok('a', 'FINE', 'a'),
        definition('d', 's', 'n', 1),
        streamOf('s', 'S', 'x'),
        entity('notification', 'n', { title: wrapped('T'), config: { type: 'none-v1' } }),
      ],
      {},
      /^Notification "T": config: This server has no notifications of type none-v1/,
      'config',
    ],
  ];
  for (const [at, [entities, body, reason, path]] of table.entries()) {
    await upload(pack(1, entities, `bad-${at}`));
    const refused = await ask<{ message: string; path?: string; entity?: object }>(
      'POST',
      `${root}/bad-${at}/1/installations`,
      body,
      400,
    );
    assert.match(refused.message, reason);
    if (path !== undefined) assert.equal(refused.path, path);
    assert.deepEqual(await catalogue(), known, String(reason));
  }
  await ask('POST', `${root}/bad-3/1/installations`, { ignore_constraints: true });
});

test('a conflict is resolved by keeping the stored entity, by taking the entity of the pack until the uninstallation, or by renaming', async () => {
  await ask('POST', '/system/grok', { name: 'CLASH', pattern: 'mine' }, 201);
  const patternOf = async (name: string) =>
    (await ask<{ patterns: { name: string; pattern: string }[] }>('GET', '/system/grok')).patterns.find(
      (one) => one.name === name,
    )?.pattern;
  await upload(
    pack(
      1,
      [grok('c', 'CLASH', 'theirs'), grok('u', 'USES', '%{CLASH} %{CLASHES}'), grok('o', 'CLASHES', 'o')],
      'clash',
    ),
  );
  const path = `${root}/clash/1/installations`;
  const dry = await ask<DryRun>('POST', `${path}/dry_run`, {});
  const { conflict } = dry.entities.find(({ id }) => id === 'c') ?? {};
  assert.deepEqual(
    [conflict?.mine, conflict?.theirs, conflict?.references, conflict?.suggestion],
    ['mine', 'theirs', 1, 'CLASH_2'],
  );
  const { message } = await ask<{ message: string }>('POST', path, {}, 400);
  assert.match(message, /Grok pattern "CLASH": The text differs .* Choose how to resolve it/);

  const keep = await ask<ContentPackInstallation>('POST', path, { choices: { c: { action: 'keep' } } });
  assert.equal(await patternOf('CLASH'), 'mine');
  await ask('DELETE', `${root}/clash/installations/${keep._id}`);
  const taken = await ask<ContentPackInstallation>('POST', path, { choices: { c: { action: 'take' } } });
  assert.equal(await patternOf('CLASH'), 'theirs');
  await ask('DELETE', `${root}/clash/installations/${taken._id}`);
  assert.equal(await patternOf('CLASH'), 'mine');
  const renamed = await ask<ContentPackInstallation>('POST', path, {
    choices: { c: { action: 'rename', name: 'CLASH_2' } },
  });
  assert.deepEqual(
    [await patternOf('CLASH'), await patternOf('CLASH_2'), await patternOf('USES')],
    ['mine', 'theirs', '%{CLASH_2} %{CLASHES}'],
  );
  await ask('DELETE', `${root}/clash/installations/${renamed._id}`);
  assert.equal(await patternOf('CLASH_2'), undefined);

  // Entities that another installation uses stay, and so does a text that a user has changed since the installation.
  const take = { choices: { c: { action: 'take' } } };
  const first = await ask<ContentPackInstallation>('POST', path, take);
  const second = await ask<ContentPackInstallation>('POST', path, {});
  const { uninstalled } = await ask<Uninstalled>('DELETE', `${root}/clash/installations/${first._id}`);
  assert.deepEqual([uninstalled.entities.length, uninstalled.skipped_entities.length], [0, 3]);
  assert.deepEqual([await patternOf('CLASH'), await patternOf('CLASHES')], ['theirs', 'o']);
  await ask('DELETE', `${root}/clash/installations/${second._id}`);
  const id = first.entities.find((one) => one.content_pack_entity_id === 'c')?.id ?? '';
  await ask('PUT', `/system/grok/${id}`, { id, name: 'CLASH', pattern: 'mine' });
  const changed = await ask<ContentPackInstallation>('POST', path, take);
  await ask('PUT', `/system/grok/${id}`, { id, name: 'CLASH', pattern: 'mine since' });
  await ask('DELETE', `${root}/clash/installations/${changed._id}`);
  assert.equal(await patternOf('CLASH'), 'mine since');
});

test('an upgrade replaces unmodified entities, asks about modified ones, adds new ones, and removes the requested ones', async () => {
  await upload(
    pack(1, [streamOf('a', 'A', '1'), streamOf('b', 'B', '1'), streamOf('c', 'C', '1'), grok('x', 'UPOLD', 'x')], 'up'),
  );
  await upload(
    pack(2, [streamOf('a', 'A', '2'), streamOf('b', 'B', '2'), streamOf('c', 'C', '1'), grok('y', 'UPNEW', 'y')], 'up'),
  );
  const made = await ask<ContentPackInstallation>('POST', `${root}/up/1/installations`, {});
  const idOf = (entityId: string) => made.entities.find((one) => one.content_pack_entity_id === entityId)?.id ?? '';
  await ask('PUT', `/streams/${idOf('b')}`, { description: 'of mine' });
  await ask('PUT', `/streams/${idOf('c')}`, { description: 'of mine' });
  const dry = await ask<DryRun>('POST', `${root}/up/2/installations/dry_run`, { installation_id: made._id });
  assert.deepEqual(
    dry.entities.map(({ title, action }) => `${title} ${action}`),
    ['UPNEW create', 'A update', 'B conflict', 'C unchanged', 'UPOLD gone'],
  );
  const path = `${root}/up/installations/${made._id}`;
  await ask('PUT', path, { revision: 2 }, 400);
  const body = { revision: 2, choices: { b: { action: 'keep' } }, remove: ['x'] };
  const upgraded = await ask<ContentPackInstallation>('PUT', path, body);
  assert.equal(upgraded.content_pack_revision, 2);
  const rules = async (entityId: string) =>
    (await ask<{ stream_rules: { value: string }[] }>('GET', `/streams/${idOf(entityId)}/rules`)).stream_rules.map(
      ({ value }) => value,
    );
  assert.deepEqual([await rules('a'), await rules('b'), await rules('c')], [['2'], ['1'], ['1']]);
  const names = (await ask<{ patterns: { name: string }[] }>('GET', '/system/grok')).patterns.map(({ name }) => name);
  assert.deepEqual([names.includes('UPNEW'), names.includes('UPOLD')], [true, false]);
  const { installations } = await ask<{ installations: ContentPackInstallation[] }>('GET', `${root}/up/installations`);
  assert.equal(installations.length, 1);
  await ask('DELETE', path);
});

test('a pack exported from one server installs on another and exports equal', async () => {
  await upload(pack(1, whole(), 'travel'));
  const port = await freePort();
  await ask('POST', `${root}/travel/1/installations`, { parameters: { PORT: { '@type': 'integer', '@value': port } } });
  const exported = async (on: { server: TestServer; session: string }) => {
    const { entities } = await ask<{ entities: EntityExcerpt[] }>('GET', '/system/catalog', undefined, 200, on);
    const titles = ['Web', 'Lines', 'Overview', 'Too many', 'PACKLINE'];
    const wanted = entities.filter(({ title }) => titles.includes(title ?? '')).map(({ id, type }) => ({ id, type }));
    return (await ask<{ entities: ContentEntity[] }>('POST', '/system/catalog', { entities: wanted }, 200, on))
      .entities;
  };
  const numbered = (entities: ContentEntity[]) => {
    let text = JSON.stringify(entities);
    for (const [at, { id }] of entities.entries()) text = text.replaceAll(id, `entity-${at}`);
    return JSON.parse(text) as unknown;
  };
  const first = await exported({ server, session });
  const other = await startTestServer();
  try {
    const on = { server: other, session: await other.login() };
    const list = { entries: [{ id: 'a', type: 'literal', title: 'a', value: 'http://127.0.0.1:1/' }], disabled: false };
    await ask('PUT', '/system/urlwhitelist', list, 204, on);
    await ask(
      'POST',
      root,
      {
        v: 1,
        id: 'out',
        rev: 1,
        name: 'n',
        summary: '',
        vendor: '',
        url: '',
        description: '',
        parameters: [],
        entities: first,
      },
      201,
      on,
    );
    await ask('POST', `${root}/out/1/installations`, {}, 200, on);
    assert.deepEqual(numbered(await exported(on)), numbered(first));
  } finally {
    await other.stop();
  }
});

/** Returns entities without owners, with titles instead of ids, sorted by title. */
function byTitle(entities: readonly { id: string; type: { name: string }; data: unknown }[]): unknown {
  const titleOf = (data: unknown): string => {
    const { title, name } = data as { title?: { '@value': string }; name?: string };
    return title?.['@value'] ?? name ?? '';
  };
  let text = JSON.stringify(
    entities.map(({ id, type, data }) => ({ title: `${type.name} ${titleOf(data)}`, id, data })),
    (name, value: unknown) => (name === 'owner' ? undefined : value),
  );
  for (const { id, data } of entities) text = text.replaceAll(`"${id}"`, JSON.stringify(`the entity ${titleOf(data)}`));
  return (JSON.parse(text) as { title: string }[]).toSorted((a, b) => a.title.localeCompare(b.title));
}

test('the entities of a pack of another server are exported as they were in the pack, except for owners', async () => {
  const entities = asExported(await freePort());
  await upload({ ...pack(1, entities, 'round'), parameters: [] });
  const { entities: installed } = await ask<ContentPackInstallation>('POST', `${root}/round/1/installations`, {});
  const catalogRequest = { entities: installed.map(({ id, type }) => ({ id, type })) };
  const exported = await ask<{ entities: ContentEntity[] }>('POST', '/system/catalog', catalogRequest);
  assert.deepEqual(byTitle(exported.entities), byTitle(entities));
});

test('a dry run warns of adapters without data, and does not reveal which files exist', async () => {
  const adapter = (id: string, configuration: object) =>
    entity('lookup_adapter', id, {
      ...(wrapped({ _scope: 'DEFAULT', name: id, title: id, description: '' }) as object),
      configuration,
    });
  const csv = (id: string, path: unknown) =>
    adapter(id, {
      ...(wrapped({ type: 'csvfile', separator: ',', quotechar: '"', key_column: 'k', value_column: 'v' }) as object),
      ...(wrapped({ check_interval: 60, case_insensitive_lookup: false }) as object),
      path,
    });
  const web = { type: 'httpjsonpath', url: 'http://127.0.0.1:1/other', single_value_jsonpath: '$.a', user_agent: 'a' };
  const parameters = [{ name: 'FILE', title: 'File', description: '', type: 'string', default_value: '/etc/passwd' }];
  const entities = [
    csv('there', { '@type': 'parameter', '@value': 'FILE' }),
    csv('nowhere', wrapped('/no/such/file')),
    adapter('web', wrapped(web) as object),
  ];
  await upload({ ...pack(1, entities, 'adapters'), parameters });
  const plan = await ask<DryRun>('POST', `${root}/adapters/1/installations/dry_run`, {});
  assert.deepEqual(plan.problems, []);
  const warnings = Object.fromEntries(plan.entities.map(({ title, warnings: [first = ''] }) => [title, first]));
  assert.match(
    warnings['there'] ?? '',
    /^The file \/etc\/passwd may not be read: .*--file-roots.* no data until then\.$/,
  );
  assert.equal(warnings['nowhere'], warnings['there']?.replace('/etc/passwd', '/no/such/file'));
  assert.match(warnings['web'] ?? '', /not on the URL whitelist\. The adapter has no data until then\.$/);
  assert.equal(
    plan.parameters[0]?.warning,
    warnings['there'],
    'the parameter that contains the path has the same warning',
  );
});

test('kill -9 in the middle of an installation, an upgrade or an uninstallation is either completed or undone', async () => {
  const many = (word: string) => Array.from({ length: 60 }, (_, at) => streamOf(`s${at}`, `${word} ${at}`, 'x'));
  const crashing = await startTestServer();
  const { data, adminPassword } = crashing;
  let on = { server: crashing, session: await crashing.login() };
  const streams = async () => {
    const { streams: all } = await ask<{ streams: { title: string }[] }>('GET', '/streams', undefined, 200, on);
    return all.map(({ title }) => title).toSorted();
  };
  const revisions = async () => {
    const path = `${root}/crash/installations`;
    type Answer = { installations: (ContentPackInstallation & { content_pack_revision: number })[] };
    return (await ask<Answer>('GET', path, undefined, 200, on)).installations;
  };
  const known = await streams();
  const whole = (word: string) => [...known, ...many(word).map((_, at) => `${word} ${at}`)].toSorted();
  /** Ends the server once the work has changed something, and starts it again. */
  const crash = async (work: Promise<unknown>): Promise<void> => {
    const before = await streams();
    let isDone = false;
    const settled = work.catch(() => undefined).finally(() => (isDone = true));
    const changed = async () => {
      const now = await streams();
      return now.filter((title) => !before.includes(title)).length + before.filter((one) => !now.includes(one)).length;
    };
    while (!isDone && (await changed()) < 3);
    await on.server.kill();
    await settled;
    const server = await startTestServer({ data, adminPassword });
    on = { server, session: await server.login() };
  };
  await ask('POST', root, pack(1, many('Old'), 'crash'), 201, on);
  await ask('POST', root, pack(2, many('New'), 'crash'), 201, on);
  try {
    await crash(ask('POST', `${root}/crash/1/installations`, {}, 200, on));
    assert.deepEqual([await streams(), await revisions()], [known, []]);

    const { _id: id } = await ask<ContentPackInstallation>('POST', `${root}/crash/1/installations`, {}, 200, on);
    const installation = `${root}/crash/installations/${id}`;
    await crash(ask('PUT', installation, { revision: 2 }, 200, on));
    const [kept] = await revisions();
    assert.deepEqual(await streams(), whole(kept?.content_pack_revision === 2 ? 'New' : 'Old'));

    const before = await streams();
    await crash(ask('DELETE', installation, undefined, 200, on));
    const isThere = (await revisions()).length === 1;
    assert.deepEqual(await streams(), isThere ? before : known);
    if (isThere) await ask('DELETE', installation, undefined, 200, on);
    assert.deepEqual(await streams(), known);
  } finally {
    await on.server.stop();
  }
});

test('a stream that a pack names by its title is found, created, or replaced by a stream with another title', async () => {
  const rule = (title: string) =>
    entity('pipeline', `p-${title}`, {
      title: wrapped(title),
      description: wrapped(''),
      source: wrapped(`pipeline "${title}"\nstage 0 match either\nend`),
      connected_streams: [wrapped('t')],
    });
  const named = entity('stream_title', 't', wrapped({ title: 'Firewalls' }));
  const known = await catalogue();
  await upload(pack(1, [rule('Made'), named], 'titled'));
  const { entities } = await ask<DryRun>('POST', `${root}/titled/1/installations/dry_run`, {});
  const [missing] = entities.filter(({ action }) => action === 'conflict');
  assert.deepEqual(
    [missing?.detail, missing?.conflict?.choices],
    ['This server has no stream "Firewalls".', ['take', 'rename']],
  );
  const table: [choices: object, stream: string][] = [
    [{ t: { action: 'take' } }, 'Firewalls'],
    [{ t: { action: 'rename', name: 'Default Stream' } }, 'Default Stream'],
  ];
  for (const [choices, title] of table) {
    const { _id: id } = await ask<ContentPackInstallation>('POST', `${root}/titled/1/installations`, { choices });
    const { streams } = await ask<{ streams: { id: string; title: string; disabled: boolean }[] }>('GET', '/streams');
    const stream = streams.find((one) => one.title === title);
    const connections = await ask<{ stream_id: string }[]>('GET', '/system/pipelines/connections');
    assert.ok(
      connections.some(({ stream_id }) => stream_id === stream?.id),
      title,
    );
    assert.equal(stream?.disabled, title === 'Firewalls');
    await ask('DELETE', `${root}/titled/installations/${id}`);
    assert.deepEqual(await catalogue(), known);
  }
});

test('old alerts of a stream become event definitions and notifications; mail is not needed to install them', async () => {
  const receivers = { user_receivers: [], email_receivers: ['ops@example.org'] };
  const parameters = { grace: 2, backlog: 3, time: 5, query: 'a:b' };
  const stream = {
    ...(streamOf('s', 'Alerting', 'x').data as object),
    alert_conditions: wrapped([
      { type: 'message_count', title: 'Many', parameters: { ...parameters, threshold_type: 'MORE', threshold: 7 } },
      {
        type: 'org.graylog2.alerts.types.FieldValueAlertCondition',
        title: 'Slow',
        parameters: { ...parameters, type: 'MEAN', field: 'ms', threshold_type: 'LOWER', threshold: 0.5 },
      },
      { type: 'field_content_value', title: 'Down', parameters: { ...parameters, field: 'state', value: 'a "b"' } },
      { type: 'moon_phase', title: 'Full', parameters: {} },
    ]),
    alarm_callbacks: [
      {
        title: 'Mail',
        type: 'org.graylog2.alarmcallbacks.EmailAlarmCallback',
        configuration: { subject: 's', body: 'b', sender: '', ...receivers },
      },
      { title: 'Chat', type: 'com.example.Chat', configuration: {} },
    ],
  };
  const known = await catalogue();
  await upload(pack(1, [entity('stream', 's', stream)], 'alerting'));
  const { warnings } = await ask<DryRun>('POST', `${root}/alerting/1/installations/dry_run`, {});
  assert.deepEqual(warnings, [
    'Alerting: The alarm callback Chat (com.example.Chat) could not be converted.',
    'Alerting: The alert condition Full (moon_phase) could not be converted.',
  ]);
  const { _id: id } = await ask<ContentPackInstallation>('POST', `${root}/alerting/1/installations`, {});
  interface Definition {
    title: string;
    config: { query: string; search_within_ms: number; series: object[]; conditions: object };
    notification_settings: object;
    notifications: object[];
  }
  const found = await ask<{ event_definitions: Definition[] }>('GET', '/events/definitions?per_page=50');
  const made = (title: string) => found.event_definitions.find((one) => one.title === title);
  const compared = (expr: string, ref: string, value: number) => ({
    expression: { expr, left: { expr: 'number-ref', ref }, right: { expr: 'number', value } },
  });
  assert.deepEqual(made('Many')?.config.conditions, compared('>', 'count-', 7));
  assert.deepEqual(made('Many')?.config.search_within_ms, 300_000);
  assert.deepEqual(made('Many')?.notification_settings, { grace_period_ms: 120_000, backlog_size: 3 });
  assert.equal(made('Many')?.notifications.length, 1);
  assert.deepEqual(made('Slow')?.config.conditions, compared('<', 'avg-ms', 0.5));
  assert.deepEqual([made('Down')?.config.query, made('Down')?.config.series], ['(a:b) AND state:"a \\"b\\""', []]);
  await ask('DELETE', `${root}/alerting/installations/${id}`);
  assert.deepEqual(await catalogue(), known);

  const config = {
    type: 'email-notification-v1',
    sender: wrapped(''),
    subject: wrapped('s'),
    body_template: wrapped('b'),
    email_recipients: ['ops@example.org'],
  };
  await upload(pack(1, [entity('notification', 'n', { title: wrapped('Mail'), config })], 'mailing'));
  const dry = await ask<DryRun>('POST', `${root}/mailing/1/installations/dry_run`, {});
  assert.match(dry.entities[0]?.warnings[0] ?? '', /^E-mail cannot be sent: no mail server is configured/);
  const mailing = await ask<ContentPackInstallation>('POST', `${root}/mailing/1/installations`, {});
  await ask('DELETE', `${root}/mailing/installations/${mailing._id}`);
  assert.deepEqual(await catalogue(), known);
});

test('the server stores every pack of the library, and refuses an unknown pack', async () => {
  const { packs } = await ask<{ packs: LibraryPack[] }>('GET', '/system/content_pack_library');
  for (const { id, stored } of packs) {
    assert.equal(stored, false);
    await ask('POST', `/system/content_pack_library/${id}`, undefined, 201);
  }
  await ask('POST', '/system/content_pack_library/none', undefined, 404);
});
