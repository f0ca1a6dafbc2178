// Tests the servers to which the sign-in form of an element sends passwords.
import { expect } from '@open-wc/testing';
import type { ReactNode } from 'react';
import { signInTexts } from '../../../elements/element/texts.js';
import { takesPasswordsFor } from '../../../elements/element/trusted-servers.js';
import { defineElement } from '../../../elements/frame/define.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

const Nothing = (): ReactNode => null;
defineElement('log-trusting', Nothing, {});

const other = 'https://logs.example.org';

describe("an element whose server differs from the page's server", () => {
  let server: FakeServer;
  let meta: HTMLMetaElement | undefined;
  let element: HTMLElement;
  const put = (address: string | undefined): void => {
    element = document.createElement('log-trusting');
    if (address !== undefined) element.setAttribute('server', address);
    document.body.append(element);
  };
  const list = (content: string): void => {
    meta = Object.assign(document.createElement('meta'), { name: 'log-console-servers', content });
    document.head.append(meta);
  };
  const text = (): string => element.shadowRoot?.querySelector('.lc-box')?.textContent ?? '';
  const password = (): Element | null | undefined => element.shadowRoot?.querySelector('input[type=password]');

  beforeEach(() => {
    server = fakeServer({
      ...signedIn,
      'GET /system/sessions': () => ({ is_valid: false, session_id: null, username: null }),
    });
  });
  afterEach(() => {
    element.remove();
    meta?.remove();
    server.restore();
  });

  it('accepts no password for a server that the page does not list, and names that server', async () => {
    put(`${other}/api`);
    await waitUntil(() => text().includes(signInTexts.unlistedServer(other)));
    expect(password()).to.equal(null);
  });

  it('names the server if the page lists it', async () => {
    list(`https://a.example.org ${other}`);
    put(`${other}/api`);
    await waitUntil(() => Boolean(password()));
    expect(text()).to.contain(signInTexts.otherServer(other));
  });

  it("shows no server name for the page's own server", async () => {
    put(undefined);
    await waitUntil(() => Boolean(password()));
    expect(text()).not.to.contain(window.location.origin);
  });

  it('compares whole origins', () => {
    put(undefined);
    list('https://logs.example.org:8443 https://logs.example.org.evil.test http://logs.example.org none');
    expect(takesPasswordsFor(`${other}/api`)).to.equal(false);
    expect(takesPasswordsFor('https://logs.example.org:8443/api')).to.equal(true);
    expect(takesPasswordsFor('//evil.test/api')).to.equal(false);
    expect(takesPasswordsFor('/api')).to.equal(true);
  });
});
