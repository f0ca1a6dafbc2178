/**
 * Requests and answers of event searches (contract dashboards-sharing-alerts, types EventsSearchParameters and
 * EventsSearchResult).
 */
import { Type, type Static } from '@sinclair/typebox';
import type { Event } from './events.js';
import { TimeRange } from './time-range.schema.js';

export const EventsSearchParameters = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  timerange: Type.Optional(TimeRange),
  query: Type.Optional(Type.String()),
  filter: Type.Optional(
    Type.Object({
      alerts: Type.Optional(Type.Union([Type.Literal('include'), Type.Literal('exclude'), Type.Literal('only')])),
      event_definitions: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
    }),
  ),
  sort_by: Type.Optional(Type.String()),
  sort_direction: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
});
export type EventsSearchParameters = Static<typeof EventsSearchParameters>;
export const EventsSearchBody = Type.Optional(EventsSearchParameters);

export interface FoundEvent {
  event: Event;
  index_name: string;
  index_type: 'message';
}
export interface ContextEntity {
  id: string;
  title: string;
  description: string;
}
export interface EventsSearchResult {
  events: FoundEvent[];
  used_indices: string[];
  /** Parameters of the executed search; missing ones have their defaults. */
  parameters: Required<EventsSearchParameters>;
  total_events: number;
  /** Duration of the search in milliseconds. */
  duration: number;
  context: { event_definitions: Record<string, ContextEntity>; streams: Record<string, ContextEntity> };
}
export interface EventEntityTypes {
  processor_types: string[];
  field_provider_types: string[];
  storage_handler_types: string[];
  aggregation_functions: string[];
  /** True if conditions may contain formulas. Reference servers do not send this member. */
  aggregation_formulas?: boolean;
}
