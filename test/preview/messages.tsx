// Preview of message tables of extreme sizes: node test/preview.mjs test/preview/messages.tsx
// The query of the address selects the table:
// - ?many: 100,000 messages
// - ?wide: 5,000 messages with 50 columns
// - ?huge: a message of 20 MB and one with 80,000 fields
// - ?live: a live tail
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import type { FieldType, MessagesResult } from '../../api/contract/searches.js';
import { defineElement } from '../../elements/frame/define.js';
import { tokens } from '../../elements/kit/tokens.js';
import {
  FieldInteractionsContext,
  MessageTableWidget,
  type FieldInteractions,
  type LiveTailSource,
  type MessageTableConfig,
  type TableLook,
} from '../../elements/widgets/index.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from '../elements/widgets/sample-results.js';

const scene = location.search.slice(1);
const wideFields = Array.from({ length: 50 }, (_unused, index) => `field_${index}`);
const wideTypes: FieldType[] = wideFields.map((name) => ({
  name,
  type: { type: 'string', properties: ['enumerable'], index_names: [] },
}));

const scenes: Record<string, () => MessagesResult> = {
  many: () => messagesResult(100_000),
  wide: () => ({
    ...messagesResult(0, 5000),
    messages: Array.from({ length: 5000 }, (_unused, index) =>
      sampleMessage(index, Object.fromEntries(wideFields.map((name, at) => [name, `value ${index * at}`]))),
    ),
  }),
  huge: () => {
    const line = 'a line of a very long message with a link https://example.org/path and words\n';
    const fields = Array.from({ length: 80_000 }, (_unused, index) => [`field_${index}`, `value ${index}`] as const);
    return {
      ...messagesResult(0, 3),
      messages: [
        sampleMessage(0, { message: line.repeat(Math.ceil(20_000_000 / line.length)) }),
        sampleMessage(1, Object.fromEntries(fields)),
        sampleMessage(2),
      ],
    };
  },
};

function liveSource(): LiveTailSource {
  let count = 40;
  return {
    sample: ({ limit }) => {
      const burst = count > 60 && count < 90 ? 250 : 5;
      count += burst;
      const messages = Array.from({ length: Math.min(limit, count) }, (_unused, index) => {
        const number = count - index;
        return sampleMessage(number, { timestamp: new Date(Date.now() - index * 40).toISOString() });
      });
      return Promise.resolve({ ...messagesResult(0), messages, total_results: burst === 5 ? messages.length : count });
    },
  };
}

function Scene(): ReactNode {
  const wide = scene === 'wide';
  const [config, setConfig] = useState<MessageTableConfig>({
    ...tableConfig,
    fields: wide ? ['timestamp', ...wideFields.slice(1)] : tableConfig.fields,
  });
  const [look, setLook] = useState<TableLook>({});
  const result = useMemo(() => (scenes[scene] ?? (() => messagesResult(150)))(), []);
  const tail = useMemo(liveSource, []);
  const interactions = useMemo(
    (): FieldInteractions => ({
      query: () => '',
      onQuery: () => undefined,
      typeOf: (field) => sampleTypes.find((one) => one.name === field)?.type,
    }),
    [],
  );
  return (
    <FieldInteractionsContext value={interactions}>
      <div style={{ height: '100vh', boxSizing: 'border-box', padding: 12, background: tokens.surface.canvas }}>
        <Suspense>
          <MessageTableWidget
            title="All Messages"
            executing={false}
            result={result}
            config={config}
            fieldTypes={wide ? [...sampleTypes, ...wideTypes] : sampleTypes}
            onConfigChange={setConfig}
            look={look}
            onLookChange={setLook}
            tail={tail}
          />
        </Suspense>
      </div>
    </FieldInteractionsContext>
  );
}

document.body.style.margin = '0';
defineElement('log-preview-messages', Scene, { signIn: 'component' });
const element = document.createElement('log-preview-messages');
element.setAttribute('timezone', 'UTC');
document.body.append(element);
