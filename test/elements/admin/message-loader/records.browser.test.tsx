/** Records the message loader in each of its forms: see records/recorder.ts. */
import { useState, type ReactNode } from 'react';
import { MessageLoader } from '../../../../elements/admin/message-loader/index.js';
import type { MessageLoaderProps } from '../../../../elements/admin/message-loader/message-loader.js';
import type { Page } from '../../../../elements/kit/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './message-loader.record.txt';

const fields = { _id: 'M', message: '<b>hello', source: 'web-01', timestamp: '2026-03-02T09:00:00.000Z', level: 3 };
const field = (human_name: string, more: object = {}) => ({
  ...{ type: 'text', human_name, description: `about ${human_name}`, default_value: 'usual', is_optional: false },
  ...{ is_encrypted: false, position: 0, attributes: [], additional_info: {}, ...more },
});

function Loader(props: Pick<MessageLoaderProps, 'input' | 'preset' | 'raw'>): ReactNode {
  const [message, setMessage] = useState<Parameters<MessageLoaderProps['onMessage']>[0]>();
  const [raw, setRaw] = useState<unknown>();
  return (
    <>
      <h1>Loader</h1>
      <MessageLoader {...props} message={message} onMessage={setMessage} onRaw={setRaw} />
      {raw !== undefined && <p>{JSON.stringify(raw)}</p>}
    </>
  );
}
const input = { id: 'i1', title: 'Syslog', name: 'Syslog TCP' };
const page = (path: string, Content: Page['Content']): Page => ({ path, title: path, Content });
const pages = [
  page('/any', () => <Loader raw />),
  page('/input', () => <Loader input={input} />),
  page('/preset', () => <Loader preset={{ index: 'messages_0', messageId: 'M' }} />),
];
const latest = 'GET /search/universal/relative';

const admin = administration(pages, () => ({
  'GET /streams/rules/inputs': () => ({ inputs: [input, { id: 'i2', title: 'Web <b>', name: 'GELF HTTP' }] }),
  [latest]: () => ({ messages: [{ message: fields, index: 'messages_0', highlight_ranges: {} }], total_results: 1 }),
  'GET /messages/messages_0/M': () => ({
    message: { id: 'M', timestamp: fields.timestamp, fields },
    index: 'messages_0',
  }),
  'GET /messages/*': () => new Response('{}', { status: 404 }),
  'POST /messages/parse': () => ({ message: { id: 'P', timestamp: fields.timestamp, fields }, index: '' }),
  'GET /system/codecs/types/all': () => ({
    gelf: { type: 'gelf', name: 'GELF', requested_configuration: {} },
    'zz-raw': { type: 'zz-raw', name: 'Z raw', requested_configuration: { charset: field('Encoding') } },
    raw: {
      type: 'raw',
      name: '',
      requested_configuration: { charset: field('Encoding'), none: field('Other', { default_value: '', position: 1 }) },
    },
    'random-http-msg': { type: 'random-http-msg', name: 'Random', requested_configuration: {} },
  }),
  'GET /system/fields': () => ({ fields: [] }),
}));

recordedPages(admin, {
  file: 'message-loader.record.txt',
  stored,
  pages: [
    { route: '/any', state: 'with an input', submit: ['button Load message'], base: [], permissions: ['inputs:read'] },
    { route: '/any', skip: /^(?!button)/ },
    {
      route: '/input',
      only: /^button Load/,
      variants: { 'an input without messages': { [latest]: () => ({ messages: [], total_results: 0 }) } },
    },
    {
      route: '/preset',
      only: /^button (Load|Cancel)|textbox/,
      variants: { 'a lost message': { 'GET /messages/messages_0/M': () => new Response('{}', { status: 404 }) } },
    },
    {
      route: '/any',
      state: 'with a raw text',
      first: ['tab Raw message'],
      submit: ['button Load message'],
      skip: /^(button|tab) /,
    },
    {
      route: '/any',
      state: 'with an id',
      first: ['tab Message ID'],
      submit: ['button Load message'],
      skip: /^(button|tab) /,
      values: { Index: 'messages_0', 'Message ID': 'M' },
    },
  ],
});
