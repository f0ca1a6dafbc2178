/** The process metrics count the requests in progress, and measure requests by resource. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { ProcessMetrics } from '../../../../host/server/metrics/process-metrics.js';
import { until } from '../../../until.js';

test('a request counts as in progress until its response has ended, or its client has disconnected', async (context) => {
  const figures = new ProcessMetrics();
  const app = fastify();
  context.after(async () => {
    figures.stop();
    await app.close();
  });
  figures.watch(app, '/api');
  app.get('/api/soon', () => 'x');
  app.get('/api/never', () => new Promise(() => undefined));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`;
  const active = (): unknown => {
    const found = [...figures.metrics()].find(({ full_name: name }) => name === 'log-console.http.active');
    return found?.type === 'gauge' ? found.metric.value : undefined;
  };
  assert.equal(active(), 0);
  await (await fetch(`${base}/soon`)).text();
  await until('the request has ended', () => active() === 0);
  const caller = request(`${base}/never`).end();
  await until('the request is active', () => active() === 1);
  caller.destroy();
  await Promise.all([once(caller, 'error'), until('the aborted request has ended', () => active() === 0)]);
});

test('requests are measured by the resource of their route, so that addresses without a route add no metrics', async (context) => {
  const figures = new ProcessMetrics();
  const app = fastify();
  context.after(async () => {
    figures.stop();
    await app.close();
  });
  figures.watch(app, '/api');
  app.get('/api/streams/:id', () => 'x');
  app.get('/api/:thing', () => 'x');
  app.get('/api/v2.0', (_request, reply) => reply.code(503).send('x'));
  app.get('/console', () => 'x');
  for (const url of [
    '/api/streams/1',
    '/api/streams/2',
    '/api/a',
    '/api/b',
    '/api/v2.0',
    '/console',
    '/nowhere',
    '/api2',
  ])
    await app.inject(url);
  const counted = [...figures.metrics()].flatMap(({ full_name: name, metric }) => {
    const [, measured] = /^log-console\.http\.(.+)$/.exec(name) ?? [];
    const count = 'count' in metric ? metric.count : 'rate' in metric ? metric.rate.total : undefined;
    return measured === undefined || count === undefined ? [] : [[measured, count]];
  });
  assert.deepEqual(Object.fromEntries(counted), {
    'streams.requests': 2,
    'other.requests': 3,
    'page.requests': 3,
    'responses.2xx': 5,
    'responses.4xx': 2,
    'responses.5xx': 1,
  });
});
