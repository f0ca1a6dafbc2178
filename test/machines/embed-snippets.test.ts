/** Tests the snippets that embed an element: attributes, token, and escaping in every template language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { texts as embedTexts } from '../../elements/embed/texts.js';
import {
  choicesOf,
  embedValues,
  firstChoices,
  startChoices,
  tokenRequest,
  type EmbedSubject,
} from '../../machines/embed/choices.js';
import { snippetKinds, snippetOf, tokenCall } from '../../machines/embed/snippets.js';

const places = { server: 'https://logs.example.org/api', consoleUrl: 'https://logs.example.org' };
const dashboard: EmbedSubject = { tag: 'log-dashboard', values: { viewId: '64f1' } };
const choices = { ...firstChoices, theme: 'dark', range: '3600', hide: ['export', 'title'], allow: ['range'] } as const;

test('the attributes of an embedded element follow from the choices in the dialog, in the order of the element', () => {
  assert.deepEqual(embedValues(dashboard, choices), {
    viewId: '64f1',
    range: '3600',
    hide: 'title export',
    allow: 'range',
    theme: 'dark',
    auth: 'host',
  });
  assert.deepEqual(embedValues(dashboard, { ...firstChoices, access: 'people' }), { viewId: '64f1', readonly: true });
  const message: EmbedSubject = { tag: 'log-message', values: { index: 'i_0', messageId: 'm' } };
  const wall: EmbedSubject = { tag: 'log-tv', values: { viewId: 'v' } };
  const bare = { ...firstChoices, hide: ['title', 'logo'], access: 'people' } as const;
  assert.deepEqual(embedValues(wall, bare), { viewId: 'v', hide: 'logo' }, 'a wall display can only hide its logo');
  for (const { hide } of Object.values(choicesOf))
    for (const part of hide) assert.ok(part in embedTexts.part, `the dialog has a text for ${part}`);
  assert.deepEqual(embedValues(message, choices), { index: 'i_0', messageId: 'm', theme: 'dark', auth: 'host' });
});

test('range and refresh of the embedded search or wall display are the first choices, and can be changed or removed', () => {
  const wall: EmbedSubject = { tag: 'log-tv', values: { viewId: 'v', interval: '20', refresh: '30' } };
  const first = startChoices(wall);
  assert.equal(first.refresh, 30);
  assert.deepEqual(embedValues(wall, { ...first, access: 'people' }), { viewId: 'v', interval: '20', refresh: '30' });
  assert.deepEqual(embedValues(wall, { ...first, access: 'people', refresh: undefined }), {
    viewId: 'v',
    interval: '20',
  });
  const search: EmbedSubject = { tag: 'log-search', values: { query: 'a', range: 'last week' } };
  assert.equal(embedValues(search, startChoices(search))['range'], 'last week');
  assert.equal(embedValues(search, { ...startChoices(search), range: '' })['range'], undefined);
});

test('the request for a token is a shell command with the name of a guest, and quotes texts', () => {
  const command = tokenCall('https://logs.example.org/api', { view: 'v', filter: `tenant:"O'Hara" $HOME` });
  assert.match(command, /^curl -u TOKEN:token /);
  const [, quoted = ''] = /^.* -d (.*)$/s.exec(command) ?? [];
  // In a shell, `'\''` ends the quoted text, adds a quote and begins the next quoted text.
  const body = JSON.parse(
    quoted
      .replaceAll(String.raw`'\''`, '\u0000')
      .slice(1, -1)
      .replaceAll('\u0000', "'"),
  ) as unknown;
  assert.deepEqual(body, { guest: 'Ada', view: 'v', filter: `tenant:"O'Hara" $HOME` });
});

test('the snippet for plain HTML is a complete page', () => {
  assert.equal(
    snippetOf('html', { subject: dashboard, choices: { ...firstChoices, allow: ['range'] }, ...places }),
    `<script type="module" src="https://logs.example.org/elements/log-dashboard.js"></script>
<log-dashboard
  server="https://logs.example.org/api"
  view-id="64f1"
  allow="range"
  auth="host"
></log-dashboard>
<script type="module">
  document.querySelector('log-dashboard').getToken = async () => {
    const answer = await fetch('/embed-token', { method: 'POST' });
    return { token: (await answer.json()).token };
  };
</script>`,
  );
});

test('the snippet for every framework names the element, its view and where the token comes from', () => {
  for (const kind of snippetKinds) {
    const text = snippetOf(kind, { subject: dashboard, choices, ...places });
    for (const part of ['64f1', 'https://logs.example.org/api', 'getToken', '/embed-token'])
      assert.ok(text.includes(part), `${kind}: ${part}\n${text}`);
    const signedIn = snippetOf(kind, { subject: dashboard, choices: { ...choices, access: 'people' }, ...places });
    assert.doesNotMatch(signedIn, /token/i, kind);
    if (kind === 'vue' || kind === 'svelte') assert.match(text, /^<script( setup)? lang="ts">/, kind);
  }
  assert.match(snippetOf('react', { subject: dashboard, choices, ...places }), /hide=\{\["title","export"\]\}/);
});

test('a hostile query stays a text in the snippet for every framework', () => {
  const query = 'a:"b" </script><script>alert(1)</script> {{x}} {y} ${z} `';
  const subject: EmbedSubject = { tag: 'log-search', values: { query } };
  for (const kind of snippetKinds) {
    const text = snippetOf(kind, { subject, choices, ...places });
    assert.doesNotMatch(text, /<\/script><script>alert/, kind);
    if (kind === 'angular') {
      const [, template = ''] = /template: `([^]*?[^\\])`,/.exec(text) ?? [];
      assert.doesNotMatch(template, /\{\{|&#123;|[^\\]\$\{|\} `/, text);
      assert.match(template, /\[query\]="query"/);
      const [, member = ''] = /readonly query = (.*);/.exec(text) ?? [];
      assert.equal(JSON.parse(member), query);
    }
    if (kind === 'svelte') assert.doesNotMatch(text, /\{y\}/, text);
    if (kind !== 'react') assert.doesNotMatch(text, /a:"b"/, kind);
  }
});

test('the request for a token names the displayed entity, and grants the permissions that its viewers need', () => {
  const limits = { filter: ' tenant:alpha ', longestDays: 7, origin: 'https://portal.example.org', minutes: 10 };
  assert.deepEqual(tokenRequest(dashboard, { ...choices, allow: ['filter'], hide: [] }, limits), {
    view: '64f1',
    filter: 'tenant:alpha',
    longest_seconds: 604_800,
    origins: ['https://portal.example.org'],
    allow: ['query', 'export'],
    minutes: 10,
  });
  const none = { filter: '', longestDays: undefined, origin: '', minutes: 15 };
  const cases: readonly [EmbedSubject, Record<string, unknown> | undefined][] = [
    [
      { tag: 'log-widget', values: { viewId: 'v', widgetId: 'w' } },
      { view: 'v', widget: 'w', minutes: 15 },
    ],
    [
      { tag: 'log-message', values: { index: 'i', messageId: 'm' } },
      { message: { index: 'i', id: 'm' }, minutes: 15 },
    ],
    [
      { tag: 'log-search', values: { streams: 'a,b' } },
      { streams: ['a', 'b'], minutes: 15 },
    ],
    [{ tag: 'log-search', values: { query: 'x' } }, undefined],
  ];
  for (const [subject, request] of cases)
    assert.deepEqual(tokenRequest(subject, { ...firstChoices, hide: ['export'] }, none), request);
});
