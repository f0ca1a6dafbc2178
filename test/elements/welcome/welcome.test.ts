import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputStateSummary } from '../../../api/contract/inputs.js';
import { sendCommands } from '../../../elements/welcome/commands.js';
import { demoDashboard } from '../../../elements/welcome/demo.js';
import { entityRoute } from '../../../elements/kit/entity-route.js';
import { readPermissions } from '../../../elements/welcome/entities.js';
import { queryIds, stateOf } from '../../../machines/view/document.js';
import { countingIds } from '../../machines/fixtures.js';
import { untyped } from '../../untyped.js';

const input = (type: string, attributes: object, more: Partial<InputStateSummary> = {}) =>
  untyped<InputStateSummary>({
    id: type,
    state: 'RUNNING',
    message_input: { type: `some.${type}`, title: type, attributes },
    ...more,
  });

test('commands on the welcome page contain the real host and port; failed inputs and inputs that cannot be tried are omitted', () => {
  const states = [
    input('GELFHttpInput', { bind_address: '0.0.0.0', port: 12202 }),
    input(
      'SyslogUDPInput',
      { bind_address: '127.0.0.1', port: 0 },
      { listening: { address: '127.0.0.1', port: 40123 } },
    ),
    input('SyslogTCPInput', { bind_address: '10.0.0.5', port: 1514 }),
    input('GELFHttpInput', { bind_address: '::1', port: 1, tls_enable: true }),
    input('SyslogTCPInput', { port: 6514, tls_enable: true }),
    input('RawTCPInput', { port: 5555 }),
    input('SyslogUDPInput', { port: 514 }, { state: 'FAILED' }),
  ];
  const texts = sendCommands(states, 'logs.example.org').map(({ text }) => text);
  assert.equal(texts.length, 4);
  assert.match(texts[0] ?? '', /^curl .* http:\/\/logs\.example\.org:12202\/gelf$/);
  assert.match(texts[1] ?? '', /^logger .*--udp --server 127\.0\.0\.1 --port 40123 /);
  assert.match(texts[2] ?? '', /--tcp --server 10\.0\.0\.5 --port 1514 /);
  assert.match(texts[3] ?? '', / https:\/\/\[::1\]:1\/gelf$/);
});

test('the welcome page knows the route and the read permission of each entity; ids are escaped', () => {
  assert.equal(entityRoute({ type: 'search', id: 'a/../b' }), '/search/a%2F..%2Fb');
  assert.equal(entityRoute({ type: 'report', id: '1' }), undefined);
  assert.deepEqual(readPermissions({ type: 'dashboard', id: '1' }), ['dashboards:read:1', 'view:read:1']);
  assert.deepEqual(readPermissions({ type: 'role', id: '1' }), ['roles:read:1']);
});

test('the demo dashboard matches its search', () => {
  const document = demoDashboard('jane', '2024-03-01T10:00:00.000Z', countingIds());
  const state = stateOf(document, queryIds(document)[0] ?? '');
  const types = new Set((document.search.queries[0]?.search_types ?? []).map(({ id }) => id));
  assert.equal(state.widgets.length, 5);
  for (const { id } of state.widgets) {
    assert.ok(state.positions[id]);
    const mapped = state.widget_mapping[id] ?? [];
    assert.ok(mapped.length > 0 && mapped.every((one) => types.has(one)));
  }
});
