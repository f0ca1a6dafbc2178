// Tests which first and last letters a text keeps when it is shortened in its middle.
import { expect } from '@open-wc/testing';
import type { ComponentType, ReactNode } from 'react';
import { defineElement } from '../../../elements/frame/define.js';
import { MiddleText } from '../../../elements/kit/middle-text.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

const path = '/api/v2/checkout/orders/confirm';

function Probe(): ReactNode {
  return (
    <div data-name="place">
      <MiddleText text={path} />
    </div>
  );
}

// Cast: the element has no properties, and the component needs none.
defineElement('log-middle-probe', Probe as ComponentType);

describe('a text that is shortened in the middle', () => {
  let server: FakeServer;
  let element: HTMLElement;

  beforeEach(async () => {
    server = fakeServer();
    element = document.createElement('log-middle-probe');
    document.body.append(element);
    await waitUntil(() => parts().length === 2, 'the text is rendered');
  });

  afterEach(() => {
    element.remove();
    server.restore();
  });

  const parts = () => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('span[aria-hidden]') ?? [])];

  /** Returns the widths of both parts and of the whole letters of the last part, in CSS pixels. */
  function widths(place: number): { start: number; end: number; letters: number } {
    const box = element.shadowRoot?.querySelector<HTMLElement>('[data-name="place"]');
    if (box) box.style.width = `${place}px`;
    const [start, end] = parts();
    const range = document.createRange();
    if (end) range.selectNodeContents(end);
    return {
      start: start?.getBoundingClientRect().width ?? 0,
      end: end?.getBoundingClientRect().width ?? 0,
      letters: range.getBoundingClientRect().width,
    };
  }

  it('keeps its last letters whole while the place has room for them and for a few first letters', () => {
    const { letters } = widths(1000);
    for (let place = Math.ceil(letters) + 40; place < 190; place += 7) {
      const { end } = widths(place);
      expect(end, `width of the last letters in ${place}px`).to.be.at.least(letters);
    }
  });

  it('keeps a few first letters where the place has no room for the last ones', () => {
    const { start, end } = widths(60);
    expect(start).to.be.at.least(30);
    expect(start + end).to.be.at.most(60.1);
  });
});
