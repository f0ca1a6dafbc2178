// The durable queue of notifications copes with dead receivers, restarts of the server, full queues and failures.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startHttpReceiver, type HttpReceiver } from '../../../../http-receiver.js';
import { startMailServer } from '../../../../mail-server.js';
import { freePort } from '../../../../free-port.js';
import { until } from '../../../../until.js';
import { aJob, openNotifications, putNotification, type OpenedNotifications } from './queue-world.js';

const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string];
let directory: string;
let opened: OpenedNotifications[] = [];
let receiver: HttpReceiver;

before(async () => {
  receiver = await startHttpReceiver();
});
after(() => receiver.close());

async function open(
  t: TestContext,
  options: Parameters<typeof openNotifications>[1] = {},
): Promise<OpenedNotifications> {
  if (opened.length === 0) directory = await mkdtemp(join(tmpdir(), 'notifications-'));
  const made = await openNotifications(directory, options);
  opened.push(made);
  if (opened.length === 1)
    t.after(async () => {
      for (const one of opened) await one.close();
      opened = [];
      await rm(directory, { recursive: true, force: true });
      receiver.received.length = 0;
      receiver.answer = { status: 200 };
    });
  return made;
}
const notifiedEventIds = (): string[] =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { event: { id: string } }).event.id);
const historyOf = async ({ queue }: OpenedNotifications, id: string) =>
  ((await queue.queue(id)?.history.read()) ?? []).map(({ event_id: event, result }) => `${event} ${result}`);

test('notifications for a dead receiver wait, and arrive once and in order when it returns', async (t) => {
  const world = await open(t);
  const port = await freePort();
  await putNotification(world, ids[0], { url: `http://127.0.0.1:${port}/` });
  for (const event of ['e1', 'e2', 'e3']) await world.queue.enqueue(aJob(ids[0], event));
  await world.queue.enqueue(aJob(ids[0], 'e2'));
  assert.equal(world.queue.waiting('definition'), 3);
  await until('the delivery has failed', () => world.queue.queue(ids[0])?.state.lastError !== undefined);
  const late = await startHttpReceiver(port);
  t.after(() => late.close());
  await until('all notifications have arrived', () => late.received.length >= 3);
  await until('no notification is waiting', () => world.queue.waiting('definition') === 0);
  const events = late.received.map(({ body }) => (JSON.parse(body) as { event: { id: string } }).event.id);
  assert.deepEqual(events, ['e1', 'e2', 'e3']);
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  assert.equal(world.queue.waiting('definition'), 0);
  assert.deepEqual(await historyOf(world, ids[0]), ['e3 sent', 'e2 sent', 'e1 sent', 'e1 retrying']);
  assert.equal(world.logged.filter(({ level }) => level === 'warn').length, 1);
  const tried = ((await world.queue.queue(ids[0])?.history.read()) ?? []).at(-1);
  assert.deepEqual(
    tried?.deliveries.map(({ to }) => to),
    [`http://127.0.0.1:${port}/`],
  );
  assert.equal((JSON.parse(tried?.body ?? '') as { event: { id: string } }).event.id, 'e1');
});

test('a receiver that never answers blocks neither the caller nor other notifications', async (t) => {
  const world = await open(t);
  const silent = await startHttpReceiver();
  silent.answer = undefined;
  t.after(() => silent.close());
  await putNotification(world, ids[0], { url: silent.url });
  await putNotification(world, ids[1], { url: receiver.url });
  for (let at = 0; at < 50; at += 1) {
    await world.queue.enqueue(aJob(ids[0], `s${at}`));
    await world.queue.enqueue(aJob(ids[1], `f${at}`));
  }
  // The caller does not wait for attempts: if it did, the silent receiver would have got all 50 notifications by now.
  assert.ok(silent.received.length < 10, `${silent.received.length} attempts began before all were handed over`);
  await until('the other receiver has all notifications', () => receiver.received.length === 50);
});

test('the notification queue does not retry a permanent refusal, and records it in the history', async (t) => {
  const world = await open(t);
  receiver.answer = { status: 400, body: 'not this' };
  await putNotification(world, ids[0], { url: receiver.url });
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await world.queue.enqueue(aJob(ids[0], 'e2'));
  await until('no notification is waiting', () => world.queue.waiting('definition') === 0);
  assert.deepEqual(notifiedEventIds(), ['e1', 'e2']);
  const [entry] = (await world.queue.queue(ids[0])?.history.read()) ?? [];
  assert.deepEqual([entry?.result, entry?.attempts], ['failed', 1]);
  assert.match(entry?.deliveries[0]?.error ?? '', /status 400: not this/);
  // A failed delivery is logged only once, because an alert on that log line would otherwise cause endless
  // notifications.
  assert.equal(world.logged.filter(({ level }) => level === 'warn').length, 1);
});

test('waiting notifications survive a restart, and a changed address is tried at once', async (t) => {
  const first = await open(t, { retryMs: 3_600_000 });
  await putNotification(first, ids[0], { url: `http://127.0.0.1:${await freePort()}/` });
  for (const event of ['e1', 'e2']) await first.queue.enqueue(aJob(ids[0], event));
  await until('the delivery has failed', () => first.queue.queue(ids[0])?.state.retryAt !== undefined);
  await first.close();
  opened.length = 0;
  opened.push(first);
  const second = await openNotifications(directory, { retryMs: 3_600_000 });
  opened.push(second);
  assert.equal(second.queue.waiting('definition'), 2);
  await until('the delivery has failed again', () => second.queue.queue(ids[0])?.state.retryAt !== undefined);
  await putNotification(second, ids[0], { url: receiver.url });
  await second.queue.changed(ids[0]);
  await until('both notifications have arrived', () => receiver.received.length === 2);
  assert.deepEqual(notifiedEventIds(), ['e1', 'e2']);
});

test('kill -9 loses no queued notification and repeats at most one per kill', { timeout: 360_000 }, async (t) => {
  const data = await mkdtemp(join(tmpdir(), 'notifications-'));
  t.after(() => rm(data, { recursive: true, force: true }));
  const program = fileURLToPath(new URL('queue-process.ts', import.meta.url));
  const start = (round: string) => {
    const child = fork(program, [data, receiver.url, round], { execArgv: ['--import', 'tsx'] });
    // The wait begins here, because a process without waiting notifications ends before it is killed.
    const ended = once(child, 'exit');
    t.after(() => child.kill('SIGKILL'));
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    return { child, kill };
  };
  const durable = new Set<string>();
  for (let round = 0; round < 4; round += 1) {
    const { child, kill } = start(String(round));
    child.on('message', (id) => durable.add(String(id)));
    const wanted = durable.size + 20;
    await until('20 more notifications are durable', () => durable.size >= wanted, 60_000);
    await kill();
  }
  const last = start('none');
  const haveArrived = () => {
    const arrived = new Set(notifiedEventIds());
    return [...durable].every((id) => arrived.has(id));
  };
  await until('all durable notifications have arrived', haveArrived, 60_000);
  await last.kill();
  const events = notifiedEventIds();
  const twice = events.filter((id, at) => events.indexOf(id) !== at);
  // At each kill of the server, one notification may have been in flight. It is then delivered a second time.
  assert.ok(twice.length <= 4, `delivered twice: ${twice.join(', ')}`);
  t.diagnostic(`${durable.size} handed over, ${events.length} told, ${twice.length} of them twice`);
  receiver.received.length = 0;
});

test('a full queue drops the newest notifications and records the first hundred of them', async (t) => {
  const world = await open(t, { retryMs: 3_600_000 });
  await putNotification(world, ids[0], { url: `http://127.0.0.1:${await freePort()}/` });
  const jobs = Array.from({ length: 10_300 }, (_, at) => aJob(ids[0], `e${at}`));
  await Promise.all(jobs.map((job) => world.queue.enqueue(job)));
  assert.equal(world.queue.waiting('definition'), 10_000);
  const history = await historyOf(world, ids[0]);
  const dropped = history.filter((line) => line.endsWith('dropped'));
  assert.deepEqual([dropped.length, dropped.at(-1)], [100, 'e10000 dropped']);
  assert.equal(world.logged.filter(({ message }) => message.includes('full')).length, 1);
});

test('a full notification queue that drains slowly is reported once', { timeout: 60_000 }, async (t) => {
  const world = await open(t);
  await putNotification(world, ids[0], { url: receiver.url });
  receiver.answer = undefined;
  const add = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => world.queue.enqueue(aJob(ids[0], `s${from + at}`))));
  await add(0, 10_010);
  receiver.answer = { status: 200 };
  await world.queue.changed(ids[0]);
  for (const round of [1, 2, 3]) {
    await until('the queue has room', () => (world.queue.queue(ids[0])?.state.waiting ?? 0) < 10_000);
    await add(round * 100_000, 500);
  }
  assert.equal(world.logged.filter(({ message }) => message.includes('full')).length, 1);
  await world.forget(ids[0]);
  receiver.received.length = 0;
});

test('the notification queue truncates an event with very large messages before it is stored', async (t) => {
  const world = await open(t);
  await putNotification(world, ids[0], { url: receiver.url });
  const job = aJob(ids[0], 'big');
  const [message] = job.backlog;
  assert.ok(message);
  const backlog = Array.from({ length: 500 }, () => ({ ...message, message: 'x'.repeat(200_000) }));
  await world.queue.enqueue({ ...job, backlog });
  await until('the notification has arrived', () => receiver.received.length === 1);
  assert.ok((receiver.received[0]?.body.length ?? 0) < 700_000);
});

test('emptying the queue of a definition removes waiting notifications, also across a restart, and no later ones', async (t) => {
  const first = await open(t, { retryMs: 3_600_000 });
  await putNotification(first, ids[0], { url: `http://127.0.0.1:${await freePort()}/` });
  await first.queue.enqueue(aJob(ids[0], 'e1'));
  await first.queue.enqueue(aJob(ids[0], 'other', 'another'));
  await first.queue.clear('definition');
  assert.deepEqual([first.queue.waiting('definition'), first.queue.waiting('another')], [0, 1]);
  await first.queue.enqueue(aJob(ids[0], 'e2'));
  await first.close();
  const second = await openNotifications(directory, { retryMs: 3_600_000 });
  opened.push(second);
  assert.deepEqual([second.queue.waiting('definition'), second.queue.waiting('another')], [1, 1]);
  await putNotification(second, ids[0], { url: receiver.url });
  await second.queue.changed(ids[0]);
  await until('the remaining notifications have arrived', () => receiver.received.length === 2);
  assert.deepEqual(notifiedEventIds(), ['other', 'e2']);
});

test('a deleted notification leaves no files, and accepts no events', async (t) => {
  const world = await open(t, { retryMs: 3_600_000 });
  await putNotification(world, ids[0], { url: `http://127.0.0.1:${await freePort()}/` });
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await world.forget(ids[0]);
  assert.equal(world.queue.waiting('definition'), 0);
  await world.queue.enqueue(aJob(ids[0], 'e2'));
  assert.deepEqual(await readdir(join(directory, 'notifications')), []);
});

test('a notification that is deleted while its queue is being opened does not run', async (t) => {
  const world = await open(t, { retryMs: 3_600_000 });
  await putNotification(world, ids[0], { url: `http://127.0.0.1:${await freePort()}/` });
  const pushed = world.queue.enqueue(aJob(ids[0], 'e1')).catch(() => undefined);
  await world.forget(ids[0]);
  await pushed;
  assert.equal(world.queue.queue(ids[0]), undefined);
});

test('a retry for one recipient does not notify the others again', async (t) => {
  const mail = await startMailServer({ plain: true });
  t.after(() => mail.close());
  const world = await open(t, { mailPort: mail.port });
  mail.refused.set('busy@example.org', { code: 450, message: 'try later' });
  const email_recipients = ['one@example.org', 'busy@example.org', 'two@example.org'];
  await putNotification(world, ids[0], { type: 'email-notification-v1', subject: 's', email_recipients });
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await until('three deliveries were attempted', () => world.attempts() >= 3);
  mail.refused.clear();
  await until('no notification is waiting', () => world.queue.waiting('definition') === 0);
  assert.deepEqual(mail.received.flatMap(({ to }) => to).sort(), [...email_recipients].sort());
  const tried = ((await world.queue.queue(ids[0])?.history.read()) ?? []).at(-1);
  const results = tried?.deliveries.map(({ to, error }) => `${to} ${error === null ? 'has it' : 'later'}`);
  assert.deepEqual(results?.sort(), ['busy@example.org later', 'one@example.org has it', 'two@example.org has it']);
});

test('the history names both the recipients that refused an e-mail and those that failed for a day', async (t) => {
  const mail = await startMailServer({ plain: true });
  t.after(() => mail.close());
  let ahead = 0;
  const world = await open(t, { mailPort: mail.port, now: () => Date.now() + ahead });
  mail.refused.set('gone@example.org', { code: 550, message: 'nobody here' });
  mail.refused.set('busy@example.org', { code: 450, message: 'try later' });
  const email_recipients = ['gone@example.org', 'busy@example.org'];
  await putNotification(world, ids[0], { type: 'email-notification-v1', subject: 's', email_recipients });
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await until('two deliveries were attempted', () => world.attempts() >= 2);
  ahead = 25 * 3_600_000;
  await until('no notification is waiting', () => world.queue.waiting('definition') === 0);
  const [last] = (await world.queue.queue(ids[0])?.history.read()) ?? [];
  assert.equal(last?.result, 'failed');
  const errors = new Map(last?.deliveries.map(({ to, error }) => [to, error]));
  assert.match(errors.get('gone@example.org') ?? '', /nobody here/);
  assert.match(errors.get('busy@example.org') ?? '', /for a day.*try later/);
});

test('a failed notification about another failed notification causes no further system notification', async (t) => {
  const world = await open(t, { mailPort: await freePort() });
  await putNotification(world, ids[0], {
    type: 'email-notification-v1',
    subject: 's',
    email_recipients: ['a@example.org'],
  });
  await putNotification(world, ids[1], {
    type: 'email-notification-v1',
    subject: 's',
    email_recipients: ['b@example.org'],
  });
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await until('a system notification is published', () => world.published.length > 0);
  assert.equal(world.published[0], 'email_transport_failed');
  await world.forget(ids[0]);
  await until('the system notification is gone', () => world.notificationCount() === 0);
  world.published.length = 0;
  await world.queue.enqueue(aJob(ids[1], 'of the system', 'system', 'system-notifications-v1'));
  await until('the delivery was retried three times', () => (world.queue.queue(ids[1])?.state.retries ?? 0) > 2);
  assert.deepEqual(world.published, []);
  const warnings = world.logged.filter(({ level, details }) => level === 'warn' && details['notification'] === ids[1]);
  assert.equal(warnings.length, 1);
});

test('an event definition on system events does not notify endlessly about its own failures, even if other notifications succeed', async (t) => {
  const world = await open(t, { mailPort: await freePort() });
  const email = { type: 'email-notification-v1', subject: 's', email_recipients: ['a@example.org'] };
  await putNotification(world, ids[0], email);
  await putNotification(world, ids[1], { url: receiver.url });
  // The test simulates an event definition on "All system events": each reported failure produces the next event.
  let made = 0;
  const next = async (source_streams: string[]): Promise<void> => {
    made += 1;
    for (const id of [ids[0], ids[1]]) {
      const job = aJob(id, `e${made}`, 'on system events');
      await world.queue.enqueue({ ...job, event: { ...job.event, source_streams } });
    }
  };
  await next(['000000000000000000000001']);
  await until('a system notification is published', () => world.published.length > 0);
  for (const streams of [[], ['000000000000000000000003'], ['000000000000000000000002', 'one']]) {
    // One e-mail is delivered in between, and the next e-mail fails again.
    await world.forget(ids[0]);
    await until('the system notification is gone', () => world.notificationCount() === 0);
    world.published.length = 0;
    await putNotification(world, ids[0], email);
    await next(streams);
    await until('the delivery was retried twice', () => (world.queue.queue(ids[0])?.state.retries ?? 0) > 1);
    assert.deepEqual(world.published, [], streams.join());
  }
  await until('the other notification has arrived', () => receiver.received.length === made);
});

test('a system notification that is being published when its notification is deleted does not stay', async (t) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const world = await open(t, { beforePublishing: () => held });
  world.allowed = false;
  await putNotification(world, ids[0], { url: receiver.url });
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await until('the system notification is being published', () => world.published.includes('generic'));
  const forgotten = world.forget(ids[0]);
  release();
  await forgotten;
  assert.equal(world.notificationCount(), 0);
});

test('the notification queue does not call an address removed from the allow-list, and notifies administrators', async (t) => {
  const world = await open(t);
  world.allowed = false;
  await putNotification(world, ids[0], { url: receiver.url });
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await until('a system notification is published', () => world.published.includes('generic'));
  assert.equal(receiver.received.length, 0);
  world.allowed = true;
  await until('the notification has arrived', () => receiver.received.length === 1);
  await until('the system notification is gone', () => world.notificationCount() === 0);
});

test('a system notification about a notification ends after a restart, when a delivery succeeds or the notification is deleted', async (t) => {
  const former = await open(t);
  former.allowed = false;
  for (const id of [ids[0], ids[1]]) {
    await putNotification(former, id, { url: receiver.url });
    await former.queue.enqueue(aJob(id, `event of ${id}`));
  }
  await until('both are told', () => former.notificationCount() === 2);
  await former.close();
  const world = await open(t);
  assert.equal(world.notificationCount(), 2);
  await world.forget(ids[1]);
  await until('the other one has arrived', () => receiver.received.length > 0);
  await until('the system notifications are gone', () => world.notificationCount() === 0);
});

test('a system notification about e-mails ends after a restart, when an e-mail notification is delivered', async (t) => {
  const former = await open(t, { mailPort: await freePort() });
  const config = { type: 'email-notification-v1', subject: 's', email_recipients: ['a@example.org'] };
  await putNotification(former, ids[0], config);
  await former.queue.enqueue(aJob(ids[0], 'e1'));
  await until('the failure is published', () => former.notificationCount() === 1);
  await former.close();
  const mail = await startMailServer({ plain: true });
  t.after(() => mail.close());
  const world = await open(t, { mailPort: mail.port });
  await until('the system notification is gone', () => world.notificationCount() === 0);
  assert.equal(mail.received.length, 1);
});

test('PagerDuty receives an event in version 2 of its Events API', async (t) => {
  const world = await open(t, { pagerDutyUrl: receiver.url });
  const routing_key = 'k'.repeat(32);
  const config = {
    type: 'pagerduty-notification-v2',
    routing_key,
    custom_incident: true,
    key_prefix: 'p',
    client_name: 'c',
    client_url: 'https://example.org/',
    pager_duty_title: '${event.key}!',
  };
  await putNotification(world, ids[0], config);
  receiver.answer = { status: 400, body: `bad ${routing_key}` };
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await until('no notification is waiting', () => world.queue.waiting('definition') === 0);
  const body = JSON.parse(receiver.received[0]?.body ?? '') as { payload: { summary: string; severity: string } };
  assert.deepEqual([body.payload.summary, body.payload.severity], ['key!', 'warning']);
  assert.ok(!JSON.stringify(await world.queue.queue(ids[0])?.history.read()).includes(routing_key));
  assert.ok(!JSON.stringify(world.logged).includes(routing_key));
});

test('the server removes query parameters of a webhook address from errors, even if the receiver echoes them alone', async (t) => {
  const world = await open(t);
  const config = {
    type: 'teams-notification-v1',
    webhook_url: `${receiver.url}/flow?sig=the%2Fsignature`,
    color: '#ff0000',
  };
  await putNotification(world, ids[0], config);
  receiver.answer = { status: 400, body: 'wrong: the/signature' };
  await world.queue.enqueue(aJob(ids[0], 'e1'));
  await until('no notification is waiting', () => world.queue.waiting('definition') === 0);
  const history = JSON.stringify(await world.queue.queue(ids[0])?.history.read());
  assert.match(history, /wrong: /);
  assert.ok(!`${history}${JSON.stringify(world.logged)}`.includes('the/signature'));
});
