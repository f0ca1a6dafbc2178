// The allow-list compares the address that is really called, in whatever notation the user writes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUrlAllowed, patternOfTemplate } from '../../../../host/server/outgoing/url-allow-list.js';

const allowed = (value: string, url: string, type: 'regex' | 'literal' = 'regex') =>
  isUrlAllowed({ disabled: false, entries: [{ id: 'e', title: 'e', type, value }] }, url);

const ofOneHost = '^https?://[^/]+\\.example\\.org/';

/** Addresses of this machine that contain the text that the pattern of another host requires. */
const disguised = [
  'http://127.0.0.1:9760\\.example.org/',
  'http://127.0.0.1:9760?.example.org/',
  'http://127.0.0.1:9760#.example.org/',
  'http://127.0.0.1:9760/.example.org/',
  'http://127.0.0.1:9760/?.example.org/',
  'http://x.example.org@127.0.0.1:9760/',
  'http://x.example.org:x@127.0.0.1:9760/',
  'http://127.1:9760?.example.org/',
  'http://2130706433:9760?.example.org/',
  'http://0x7f000001:9760?.example.org/',
  'http://[::ffff:127.0.0.1]:9760?.example.org/',
  'http://localhost:9760?.example.org/',
  'http:127.0.0.1:9760?.example.org/',
  'http:/127.0.0.1:9760?.example.org/',
  'http:\\\\127.0.0.1:9760?.example.org/',
  'http://127.0.0.1\t:9760?.example.org/',
  'http://127.0.0.1:9760\t?.example.org/',
  'http://127.0.0.1:9760\n.example.org/',
  ' http://127.0.0.1:9760?.example.org/',
  'http://127.0.0.1:9760%2F.example.org/',
  'http://①②⑦.0.0.1:9760?.example.org/',
  'http://127.0.0.1:9760\u3002example.org/',
  'http://127.0.0.1:9760/..;/x.example.org/',
];

test('a list that is switched off allows every address', async () => {
  const entries = [{ id: 'e', title: 'e', type: 'literal', value: 'http://a/' } as const];
  for (const disabled of [true, false])
    assert.equal(await isUrlAllowed({ disabled, entries }, 'http://b/'), disabled, String(disabled));
});

test('addresses of name servers and registries are allowed by patterns, and only in their plain form', async () => {
  for (const [pattern, url] of [
    ['^whois://whois\\.arin\\.net:43$', 'whois://whois.arin.net:43'],
    ['^whois://whois\\.ripe\\.net:43$', 'whois://whois.RIPE.net:43'],
    ['^dns://10\\.0\\.0\\.53:53$', 'dns://10.0.0.53:53'],
    ['^dns://\\[2001:db8::1\\]:53$', 'dns://[2001:db8::1]:53'],
  ] as const) {
    assert.equal(await allowed(pattern, url), true, url);
    assert.equal(await allowed('^https?://', url), false, url);
  }
  for (const url of [
    'whois://127.0.0.1:43/.example.org:43',
    'whois://127.0.0.1:43?.example.org:43',
    'whois://user@127.0.0.1:43',
    'whois://127.0.0.1',
    'dns://127.0.0.1:53\n',
    'ftp://127.0.0.1:21',
    'file:///etc/passwd',
  ])
    assert.equal(await allowed('.*', url), false, JSON.stringify(url));
});

test('no notation of an address of this machine is mistaken for another host', async () => {
  for (const url of disguised) assert.equal(await allowed(ofOneHost, url), false, JSON.stringify(url));
});

test('addresses of the listed host are allowed in any letter case and with the default port', async () => {
  for (const url of [
    'http://a.example.org/',
    'https://hooks.example.org/in?key=1#part',
    'HTTPS://Hooks.Example.ORG/in',
    'https://hooks.example.org:443/in',
    'http://a.example.org/x/../y',
    'https://a.example.org/ü b',
  ])
    assert.equal(await allowed(ofOneHost, url), true, url);
  assert.equal(await allowed('^https://hooks\\.example\\.org$', 'https://hooks.example.org'), true);
  assert.equal(await allowed('^https://hooks\\.example\\.org$', 'https://hooks.example.org/more'), false);
});

test('a pattern does not allow addresses that are not http(s) or differ from the address called', async () => {
  for (const url of [
    'ftp://a.example.org/',
    'a.example.org/',
    '',
    'http://',
    'http://a.example.org:99999/',
    'http://bücher.example.org\u00ad.evil.org/.example.org/',
    'http://0177.0.0.1/',
    'http://127.1/',
  ])
    assert.equal(await allowed('.', url), false, JSON.stringify(url));
  assert.equal(
    await allowed('.', 'http://127.0.0.1/'),
    true,
    'a pattern that matches everything allows every http address',
  );
});

test('the part of an address behind # is not sent, so no pattern can match in it', async () => {
  assert.equal(await allowed('intranet', 'http://evil.example/#intranet'), false);
  assert.equal(await allowed('intranet', 'http://intranet.example/#evil'), true);
});

test('a literal entry allows exactly the listed address', async () => {
  assert.equal(await allowed('https://hooks.example.org/in?a#b', 'https://hooks.example.org/in?a#b', 'literal'), true);
  assert.equal(await allowed('https://hooks.example.org/in', 'https://hooks.example.org/in/', 'literal'), false);
});

test('a regular expression made from a template allows its addresses and no other host', async () => {
  const host = patternOfTemplate('http://${key}.example.org/', '${key}');
  assert.equal(await allowed(host, 'http://one.example.org/'), true);
  for (const url of disguised) assert.equal(await allowed(host, url), false, JSON.stringify(url));
  const query = patternOfTemplate('https://a.example.org/find?q=${key}&x=1', '${key}');
  assert.equal(await allowed(query, 'https://a.example.org/find?q=any/thing&x=1'), true);
  assert.equal(await allowed(query, 'https://a.example.org/find?q=a b&x=1'), true);
  assert.equal(await allowed(query, 'https://b.example.org/find?q=1&x=1'), false);
  const start = patternOfTemplate('${key}', '${key}');
  assert.equal(
    await allowed(start, 'http://127.0.0.1/'),
    false,
    'a template that consists only of the placeholder allows no host',
  );
});
