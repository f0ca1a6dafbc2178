/** Events as the server keeps and answers them (contract dashboards-sharing-alerts, type Event). */
export interface EventReplayInfo {
  timerange_start: string;
  timerange_end: string;
  query: string;
  streams: string[];
}

export interface Event {
  /** ULID. */
  id: string;
  event_definition_type: string;
  event_definition_id: string;
  /** URN of the message or event that it was made of. */
  origin_context: string | null;
  timestamp: string;
  timestamp_processing: string;
  timerange_start: string | null;
  timerange_end: string | null;
  /** Event streams that it is stored in. */
  streams: string[];
  /** Streams of the messages that it was found in. */
  source_streams: string[];
  message: string;
  source: string;
  key_tuple: string[];
  key: string | null;
  priority: number;
  alert: boolean;
  fields: Record<string, string>;
  group_by_fields: Record<string, string>;
  replay_info: EventReplayInfo | null;
}
