/**
 * Tests which keys change the page of a wall display or stop the rotation. Also tests where the focus must be for these
 * keys.
 */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useRef, type ReactNode } from 'react';
import { useWallKeys } from '../../../elements/tv/use-wall-keys.js';
import type { TvEvent } from '../../../machines/tv-display.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { byRole, stage } from '../search/stage.js';

let sent: string[] = [];
const send = (event: TvEvent): void => void sent.push(event.type === 'turned' ? `turned ${event.by}` : event.type);

function Wall({ height }: { readonly height: string }): ReactNode {
  const wall = useRef<HTMLDivElement>(null);
  useWallKeys(wall, send);
  return (
    <div ref={wall} style={{ height }}>
      <button>Inside</button>
      <input aria-label="Text" onKeyDown={(event) => event.preventDefault()} />
    </div>
  );
}

const keys = ['ArrowRight', 'PageDown', 'ArrowLeft', 'PageUp', 'Space'];
const meanings = ['turned 1', 'turned 1', 'turned -1', 'turned -1', 'pause.toggled'];

async function press(...names: readonly string[]): Promise<string[]> {
  sent = [];
  for (const name of names) await sendKeys({ press: name });
  return sent;
}

describe('the keys of a wall', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
  });
  afterEach(() => server.restore());

  it('change its page or stop its rotation while the focus is inside, and elsewhere belong to the page', async () => {
    const { root, remove } = await stage(() => <Wall height="200px" />);
    expect(await press(...keys), 'keys do nothing without focus if the wall is a part of its page').to.deep.equal([]);
    (await byRole(root, 'button', 'Inside')).focus();
    expect(await press(...keys)).to.deep.equal(meanings);
    await sendKeys({ down: 'Shift' });
    expect(await press('ArrowRight', 'PageUp'), 'key combinations do nothing').to.deep.equal([]);
    await sendKeys({ up: 'Shift' });
    (await byRole(root, 'textbox', 'Text')).focus();
    expect(await press('ArrowRight'), 'the key belongs to a focused control that uses it').to.deep.equal([]);
    remove();
    expect(await press(...keys), 'a removed wall ignores keys').to.deep.equal([]);
  });

  it('need no focus when the wall fills the window, unless another control of the page has it', async () => {
    const { remove } = await stage(() => <Wall height="100vh" />);
    expect(await press(...keys)).to.deep.equal(meanings);
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    expect(await press(...keys)).to.deep.equal([]);
    field.remove();
    remove();
  });
});
