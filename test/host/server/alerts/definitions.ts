/** Helpers of tests that create event definitions and read their events. */
import assert from 'node:assert/strict';
import type { EventDefinition } from '../../../../api/contract/event-definitions.js';
import type { EventsSearchResult } from '../../../../api/contract/events.js';
import type { TestServer } from '../../../server.js';
import { until } from '../../../until.js';

export const counting = (over: object = {}) => ({
  type: 'aggregation-v1',
  query: '',
  query_parameters: [],
  streams: [],
  group_by: [],
  series: [{ id: 'count-', function: 'count', field: '' }],
  conditions: {
    expression: { expr: '>', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 1 } },
  },
  search_within_ms: 3_600_000,
  execute_every_ms: 3_600_000,
  ...over,
});

/** Returns a definition that creates an event from each message. */
export const filtering = (over: object = {}) => counting({ series: [], conditions: {}, ...over });

export const definitionOf = (config: Record<string, unknown>, over: object = {}) => ({
  title: 'Many messages',
  description: 'd',
  priority: 3,
  alert: true,
  config,
  field_spec: {},
  key_spec: [],
  notification_settings: { grace_period_ms: 0, backlog_size: null },
  notifications: [],
  ...over,
});

export class Asking {
  constructor(
    readonly server: TestServer,
    readonly session: string,
  ) {}

  async answer(method: string, path: string, json?: unknown): Promise<{ status: number; body: unknown }> {
    const response = await this.server.call(path, {
      method,
      session: this.session,
      ...(json === undefined ? {} : { json }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  async ask<T>(method: string, path: string, json?: unknown): Promise<T> {
    const { status, body } = await this.answer(method, path, json);
    assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  }

  create(config: Record<string, unknown>, over: object = {}, schedule = true): Promise<EventDefinition> {
    return this.ask('POST', `/events/definitions?schedule=${schedule}`, definitionOf(config, over));
  }

  events(body: object = {}): Promise<EventsSearchResult> {
    return this.ask('POST', '/events/search', { timerange: { type: 'relative', range: 0 }, per_page: 100, ...body });
  }

  /** Waits until a definition has at least `least` events, and returns its events. */
  async eventsOf(definitionId: string, least = 1): Promise<EventsSearchResult> {
    return until(`there are ${least} events of ${definitionId}`, async () => {
      const found = await this.events({ filter: { event_definitions: [definitionId] } });
      return found.total_events >= least ? found : undefined;
    });
  }
}
