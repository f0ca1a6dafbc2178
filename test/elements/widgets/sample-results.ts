/** Results in the form of server answers, for previews and browser tests of the widgets. */
import type {
  FieldType,
  MessageFields,
  MessagesResult,
  PivotResult,
  ResultMessage,
} from '../../../api/contract/searches.js';
import type { AggregationConfig, MessageTableConfig } from '../../../api/contract/views.schema.js';

export const sampleRange = {
  type: 'absolute',
  from: '2026-11-20T19:30:00.000Z',
  to: '2026-11-20T19:45:00.000Z',
} as const;

export const histogramConfig: AggregationConfig = {
  row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 0.5 } } }],
  column_pivots: [],
  series: [{ config: { name: null }, function: 'count()' }],
  sort: [],
  visualization: 'bar',
  visualization_config: null,
  formatting_settings: null,
  rollup: true,
  event_annotation: false,
};
export const levelHistogramConfig: AggregationConfig = {
  ...histogramConfig,
  column_pivots: [{ fields: ['level'], type: 'values', config: { limit: 15 } }],
  rollup: false,
};

/** Returns the result of a histogram with 60 buckets of 15 s, optionally split by level. */
export function histogramResult(byLevel: boolean): PivotResult {
  const start = Date.parse(sampleRange.from);
  const rows = Array.from({ length: 60 }, (_unused, index) => {
    const wave = Math.round(330 + 60 * Math.sin(index / 4) + 30 * Math.sin(index * 1.7));
    const burst = index > 38 && index < 48 ? 210 - Math.abs(43 - index) * 40 : 12;
    const counts: Record<string, number> = { '6': wave, '5': 26, '4': 60 + (index % 7) * 6, '3': burst };
    if (index > 40 && index < 46) counts['2'] = 30;
    const key = [new Date(start + index * 15_000).toISOString()];
    const values = byLevel
      ? Object.entries(counts).map(([level, value]) => ({
          key: [level, 'count()'],
          value,
          rollup: false,
          source: 'col-leaf' as const,
        }))
      : [{ key: ['count()'], value: wave + burst, rollup: true, source: 'row-leaf' as const }];
    return { key, values, source: 'leaf' as const };
  });
  return { id: 'h', type: 'pivot', rows, total: 23_418, effective_timerange: sampleRange };
}

export const tableConfig: MessageTableConfig = {
  fields: ['timestamp', 'source', 'level', 'application_name', 'took_ms'],
  show_message_row: true,
  show_summary: true,
  decorators: [],
  sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
};

const type = (name: string, typeName: string, ...properties: FieldType['type']['properties']): FieldType => ({
  name,
  type: { type: typeName, properties, index_names: [] },
});
export const sampleTypes: readonly FieldType[] = [
  type('timestamp', 'date', 'enumerable'),
  type('source', 'string', 'enumerable'),
  type('level', 'long', 'numeric', 'enumerable'),
  type('application_name', 'string', 'enumerable'),
  type('took_ms', 'long', 'numeric', 'enumerable'),
  type('message', 'string', 'full-text-search'),
];

const templates: readonly [number, string, string][] = [
  [
    2,
    'payment',
    'Circuit breaker "acquirer-eu" opened: 27 of 40 calls timed out in the last 10 s, half-open probe in 15 s',
  ],
  [
    4,
    'payment',
    'Connection pool "ledger" exhausted (64/64), request waited 9876 ms and timed out before a connection was free',
  ],
  [
    3,
    'checkout',
    'Upstream request timed out after 30004 ms: POST http://payment.internal:8080/v2/charges (attempt 3 of 3) order=8841-7702 trace=7f3c91a2e0b84d55',
  ],
  [
    3,
    'payment',
    'java.net.SocketTimeoutException: Read timed out\n\tat sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)\n\tat sun.nio.ch.NioSocketImpl.implRead(NioSocketImpl.java:304)\n\tat java.net.Socket$SocketInputStream.read(Socket.java:1099)\n\tat okio.InputStreamSource.read(JvmOkio.kt:93)\n\tat okhttp3.internal.http1.Http1ExchangeCodec.readResponseHeaders(Http1ExchangeCodec.kt:178)\n\tat okhttp3.internal.connection.Exchange.readResponseHeaders(Exchange.kt:110)',
  ],
  [6, 'checkout', 'Charge accepted after retry, previous attempt timed out, order=8841-7688'],
];

export function sampleMessage(index: number, more: MessageFields = {}): ResultMessage {
  // The remainder is always a valid index.
  const [level, application, text] = templates[index % templates.length]!;
  const fields: MessageFields = {
    _id: `7bce5041-c54c-11f0-9d2e-${String(index).padStart(12, '0')}`,
    timestamp: new Date(Date.parse(sampleRange.to) - 8098 - index * 726).toISOString(),
    source: `${application === 'payment' ? 'pay' : 'web'}-0${(index % 3) + 1}.fra.example.org`,
    level,
    application_name: application,
    took_ms: 30_011 - index * 27,
    http_response_code: 504,
    trace_id: '7f3c91a2e0b84d55',
    message: text,
    streams: ['000000000000000000000001'],
    gl2_source_input: '65e19f00d4b5f60718290001',
    gl2_source_node: 'a3f81c20-7d3e-4a6f-9d0b-2f1f6a1c9b77',
    ...more,
  };
  const shown = String(fields['message'] ?? '');
  const at = shown.indexOf('timed out');
  return {
    message: fields,
    index: 'messages_412',
    highlight_ranges: at < 0 ? {} : { message: [{ start: at, length: 9 }] },
    decoration_stats: null,
  };
}

export function messagesResult(count: number, total = count): MessagesResult {
  return {
    id: 'm',
    type: 'messages',
    messages: Array.from({ length: count }, (_unused, index) => sampleMessage(index)),
    effective_timerange: sampleRange,
    total_results: total,
  };
}
