// Preview of the widgets with sample results: node test/preview.mjs test/preview/widgets.tsx
// ?compact, ?states and ?odd select other widgets.
import { Suspense, useState, type ReactNode } from 'react';
import type { MessagesResult } from '../../api/contract/searches.js';
import { addToQuery } from '../../api/language/index.js';
import { defineElement } from '../../elements/frame/define.js';
import { tokens } from '../../elements/kit/tokens.js';
import {
  FieldInteractionsContext,
  AggregationWidget,
  MessageTableWidget,
  type FieldInteractions,
} from '../../elements/widgets/index.js';
import {
  histogramConfig,
  histogramResult,
  levelHistogramConfig,
  messagesResult,
  sampleMessage,
  sampleTypes,
  tableConfig,
} from '../elements/widgets/sample-results.js';

const scene = location.search.slice(1);
const levels = histogramResult(true);
const plain = histogramResult(false);
const messages = messagesResult(150, 23_418);
const many = scene === 'many' ? messagesResult(100_000) : undefined;
const odd: MessagesResult = {
  ...messages,
  messages: [
    sampleMessage(0, {
      ansi: '\u001b[1;31mERROR\u001b[0m \u001b[32mok\u001b[0m \u001b[43mwarn\u001b[0m plain',
      json: { a: 1, b: [1, 2, { c: 'deep' }], big: 9007199254740993n },
      json_text: '{"user":{"id":9007199254740993,"tags":["a","b"]}}',
      links: 'see https://example.org/a?b=1. and mailto:ops@example.org, not javascript:alert(1)',
      empty: ' ',
      flag: true,
      long: Array.from({ length: 40 }, (_unused, line) => `line ${line}`).join('\n'),
      huge: 'x'.repeat(70_000),
      big: 9007199254740993n,
    }),
    {
      ...sampleMessage(1),
      decoration_stats: {
        added_fields: { application_name: 'payment' },
        changed_fields: { source: { before: 'DE', after: 'web-01' } },
        removed_fields: { secret: 'gone' },
      },
    },
    ...messages.messages.slice(2, 20),
  ],
};

function Scene(): ReactNode {
  const [config, setConfig] = useState(tableConfig);
  const [page, setPage] = useState(1);
  const [query, setQuery] = useState('');
  const interactions: FieldInteractions = {
    query: () => query,
    onQuery: setQuery,
    onAddWidget: (widget) => setQuery(JSON.stringify(widget.title)),
    onHighlight: (rule) => setQuery(addToQuery(query, `highlight:${rule.field}`)),
    typeOf: (field) => sampleTypes.find((one) => one.name === field)?.type,
    analysisDisabledFields: ['message', 'full_message'],
    rules:
      scene === 'odd'
        ? [{ field: 'source', value: 'pay-01.fra.example.org', color: { type: 'static', color: '#0b468a' } }]
        : [],
  };
  if (scene === 'states') return <States />;
  const compact = scene === 'compact';
  const messagesShown = scene === 'odd' ? odd : (many ?? messages);
  return (
    <FieldInteractionsContext value={interactions}>
      <div
        style={{
          display: 'grid',
          gap: compact ? 0 : 12,
          padding: compact ? 0 : 12,
          gridTemplateRows: compact ? '104px 300px' : '184px minmax(0, 1fr)',
          height: '100vh',
          boxSizing: 'border-box',
          background: tokens.surface.canvas,
        }}
      >
        <Suspense>
          <AggregationWidget
            title="Message Count"
            executing={false}
            movable={!compact}
            result={scene === 'plain' ? plain : levels}
            config={scene === 'plain' ? histogramConfig : levelHistogramConfig}
            chrome={compact ? 'bare' : 'card'}
            total={23_418}
            onRange={(range) => setQuery(`${range.from} to ${range.to}`)}
          />
        </Suspense>
        <Suspense>
          <MessageTableWidget
            title="All Messages"
            executing={false}
            movable={!compact}
            result={messagesShown}
            config={compact ? { ...config, fields: ['timestamp', 'source', 'level'] } : config}
            fieldTypes={sampleTypes}
            onConfigChange={setConfig}
            page={page}
            onPage={setPage}
            layout={compact ? 'line' : 'rows'}
            chrome={compact ? 'bare' : 'card'}
            highlightMessage={String(messages.messages[3]?.message['_id'])}
            {...(compact && { duration: 42 })}
          />
        </Suspense>
        <output data-query="" style={{ position: 'fixed', bottom: 2, right: 300, fontSize: 11 }}>
          {query}
        </output>
      </div>
    </FieldInteractionsContext>
  );
}

function States(): ReactNode {
  const error = {
    type: 'result_window_limit',
    description: 'Result window is too large.',
    result_window_limit: 10_000,
  } as const;
  const common = { title: 'All Messages', config: tableConfig } as const;
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: '1fr 1fr 1fr',
        gap: 12,
        padding: 12,
        gridAutoRows: 220,
        background: tokens.surface.canvas,
      }}
    >
      <Suspense>
        <AggregationWidget title="Loading" executing result={undefined} config={histogramConfig} />
        <AggregationWidget title="Empty" executing={false} result={{ ...plain, rows: [] }} config={histogramConfig} />
        <AggregationWidget title="Refreshing" executing result={plain} config={histogramConfig} />
        <MessageTableWidget {...common} executing result={undefined} />
        <MessageTableWidget {...common} executing={false} result={{ ...messages, messages: [], total_results: 0 }} />
        <MessageTableWidget
          {...common}
          executing={false}
          result={undefined}
          errors={[error]}
          onRetry={() => undefined}
        />
      </Suspense>
    </div>
  );
}

document.body.style.margin = '0';
defineElement('log-preview', Scene, { signIn: 'component' });
const element = document.createElement('log-preview');
element.setAttribute('timezone', 'UTC');
document.body.append(element);
