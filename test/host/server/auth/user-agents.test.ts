import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from '../../../../host/server/auth/user-agents.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const cases: readonly (readonly [userAgent: string, browser: string | null, system: string | null])[] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iOS',
  ],
  ['curl/8.5.0', 'curl', null],
  ['', null, null],
  ['<script>alert(1)</script>', null, null],
  [`${'('.repeat(100_000)} Firefox/1`, null, null],
];

test('the server identifies browsers and systems by their families only', () => {
  for (const [userAgent, browser, system] of cases)
    assert.deepEqual(deviceOf(userAgent), { browser, system }, userAgent.slice(0, 200));
  assert.deepEqual(deviceOf(undefined), { browser: null, system: null });
});
