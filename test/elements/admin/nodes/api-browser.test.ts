import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globalApiBrowser, nodeApiBrowser } from '../../../../elements/admin/nodes/api-browser.js';

const server = 'https://logs.example.org/api';
const at = (transport_address: string) => ({ transport_address });

test("the nodes page links to a node's own API browser if a browser can reach it", () => {
  const cases: readonly (readonly [address: string, browser: string])[] = [
    ['http://10.0.0.5:9000/api/', 'http://10.0.0.5:9000/api/api-browser'],
    ['http://10.0.0.5:9000/api', 'http://10.0.0.5:9000/api/api-browser'],
    ['http://127.0.0.1:9000/api/', 'https://logs.example.org/api/api-browser'],
    ['http://0.0.0.0:9000/api/', 'https://logs.example.org/api/api-browser'],
    ['http://[::]:9000/api/', 'https://logs.example.org/api/api-browser'],
    ['http://localhost:9000/api/', 'https://logs.example.org/api/api-browser'],
    ['javascript:alert(1)', 'https://logs.example.org/api/api-browser'],
    ['', 'https://logs.example.org/api/api-browser'],
  ];
  for (const [address, browser] of cases) assert.equal(nodeApiBrowser(at(address), server), browser, address);
});

test('the nodes page offers the global API browser only if a node has an address of its own', () => {
  assert.equal(globalApiBrowser([], server), undefined);
  assert.equal(globalApiBrowser([at('http://127.0.0.1:9000/api/'), at(`${server}/`)], server), undefined);
  assert.equal(
    globalApiBrowser([at(`${server}/`), at('http://10.0.0.5:9000/api/')], server),
    'https://logs.example.org/api/api-browser/global/index.html',
  );
});
