import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepsSession } from '../../../elements/element/framed-session.js';

/**
 * Returns a page with the members that the check of its cookies reads.
 * @param takes tells whether the browser accepts a cookie with these attributes
 */
function page(isFramed: boolean, protocol: string, takes: (attributes: string) => boolean) {
  const kept = new Map<string, string>();
  return {
    isFramed,
    protocol,
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*); (.*)$/.exec(text) ?? [];
      if (!takes(attributes)) return;
      if (attributes.includes('Max-Age=0')) kept.delete(name);
      else kept.set(name, value);
    },
  };
}
const crossSite = (attributes: string): boolean => /SameSite=None; Secure/.test(attributes);

for (const [what, one, expected] of [
  ['a page outside of a frame', page(false, 'http:', () => false), true],
  ['a frame of the same site', page(true, 'http:', () => true), true],
  ['a frame of another site over HTTP', page(true, 'http:', crossSite), false],
  ['a frame of another site over HTTPS', page(true, 'https:', crossSite), true],
  ['a frame of a browser that keeps no cookies of other sites', page(true, 'https:', () => false), false],
] as const)
  test(`${what} ${expected ? 'keeps' : 'forgets'} a session, and removes the test cookie`, () => {
    assert.equal(keepsSession(one), expected);
    assert.equal(one.cookie, '');
  });

test('a sandboxed frame without readable cookies forgets a session', () => {
  const sandboxed = {
    isFramed: true,
    protocol: 'https:',
    get cookie(): string {
      throw new DOMException('The document is sandboxed', 'SecurityError');
    },
    set cookie(_text: string) {
      throw new DOMException('The document is sandboxed', 'SecurityError');
    },
  };
  assert.equal(keepsSession(sandboxed), false);
});
