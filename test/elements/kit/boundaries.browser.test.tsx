// Tests error boundaries: a component that throws in render, in an effect or at clean-up leaves its siblings mounted,
// and "Try again" remounts it.
import { expect } from '@open-wc/testing';
import { useEffect, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { defineElement } from '../../../elements/frame/define.js';
import { CleanUpBoundary } from '../../../elements/kit/clean-up-boundary.js';
import { Dialog } from '../../../elements/kit/dialog.js';
import { ErrorBoundary } from '../../../elements/kit/error-boundary.js';
import { Float } from '../../../elements/kit/float.js';
import { lazyPart } from '../../../elements/kit/lazy-part.js';
import { Part } from '../../../elements/kit/part.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

type When = 'render' | 'effect' | 'cleanup';

/** When every mounted `Thrower` throws; undefined: none throws. */
let broken: When | undefined;
/** Number of times each `Bystander` was mounted, by its name. */
const mounts: Record<string, number> = {};

function Thrower({ name }: { readonly name: string }): ReactNode {
  if (broken === 'render') throw new Error(`${name} at render`);
  useEffect(() => {
    if (broken === 'effect') throw new Error(`${name} in an effect`);
    return () => {
      if (broken === 'cleanup') throw new Error(`${name} at clean-up`);
    };
  }, [name]);
  // A component may have several clean-ups, as widgets have.
  useLayoutEffect(
    () => () => {
      if (broken === 'cleanup') throw new Error(`${name} at its end`);
    },
    [name],
  );
  return <p data-name={name}>{name}</p>;
}

/** Counts its mounts, so that the tests notice a remount. */
function Bystander({ name }: { readonly name: string }): ReactNode {
  useEffect(() => {
    mounts[name] = (mounts[name] ?? 0) + 1;
  }, [name]);
  return <p data-name={name}>{name}</p>;
}

let loads = 0;
let failLoads = 0;
const Late = lazyPart(
  () => (loads++ < failLoads ? Promise.reject(new Error('no network')) : Promise.resolve({ Late: LatePart })),
  'Late',
);
function LatePart(): ReactNode {
  return <p data-name="late">late</p>;
}

let set: (next: string) => void = () => {};

/** Renders a navigation, a page, and pop-ups and parts after the page, each within its own boundary. */
function Probe(): ReactNode {
  const [shown, setShown] = useState('');
  set = setShown;
  return (
    <>
      <Bystander name="navigation" />
      <CleanUpBoundary>
        <ErrorBoundary key={shown.startsWith('page') ? shown : 'page'}>
          {shown.startsWith('page') ? (
            ['', ' again', ' and again', ' and more'].map((more) => <Thrower key={more} name={`${shown}${more}`} />)
          ) : (
            <Bystander name="page" />
          )}
        </ErrorBoundary>
      </CleanUpBoundary>
      <Float onFailed={() => setShown('')}>{shown === 'float' && <Thrower name="float" />}</Float>
      <Dialog open={shown === 'dialog'} title="Dialog" onClose={() => setShown('')}>
        <Thrower name="dialog" />
      </Dialog>
      <Part>{shown === 'part' && <Thrower name="part" />}</Part>
      <Part>{shown === 'late' && <Late />}</Part>
      <Float onFailed={() => setShown('')}>{shown === 'late float' && <Late />}</Float>
    </>
  );
}

defineElement('log-probe', Probe as ComponentType);

describe('error boundaries', () => {
  let server: FakeServer;
  let element: HTMLElement;
  const find = (selector: string) => element.shadowRoot?.querySelector<HTMLElement>(selector);
  const named = (name: string) => find(`[data-name="${name}"]`);
  const text = () => element.shadowRoot?.textContent ?? '';
  const retry = () =>
    [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((one) =>
      /Try again/.test(one.textContent || one.getAttribute('aria-label') || ''),
    );
  const logged = console.error;
  // An error of a removed element reaches window.onerror and would count as a failure of the test.
  let errorCount = 0;
  let { onerror } = window;

  beforeEach(async () => {
    broken = undefined;
    failLoads = loads = errorCount = 0;
    for (const name of Object.keys(mounts)) delete mounts[name];
    // React logs every error that a boundary catches.
    console.error = () => {};
    ({ onerror } = window);
    window.onerror = () => {
      errorCount += 1;
      return true;
    };
    server = fakeServer();
    element = document.createElement('log-probe');
    document.body.append(element);
    await waitUntil(() => named('page'));
  });
  afterEach(() => {
    broken = undefined;
    document.body.replaceChildren();
    server.restore();
    console.error = logged;
    window.onerror = onerror;
  });

  for (const when of ['render', 'effect'] as const)
    it(`limit a page that throws (${when}) to its place, and render it again on retry`, async () => {
      broken = when;
      set('page one');
      await waitUntil(retry);
      expect(text()).to.contain('page one');
      expect(mounts).to.deep.equal({ navigation: 1, page: 1 });
      broken = undefined;
      retry()?.click();
      await waitUntil(() => named('page one'));
    });

  it('allow navigation between pages that all throw at clean-up', async () => {
    set('page one');
    await waitUntil(() => named('page one'));
    broken = 'cleanup';
    for (const next of ['page two', 'page three', 'page four', 'page five', 'page six']) {
      set(next);
      await waitUntil(() => named(next));
    }
    expect(mounts).to.deep.equal({ navigation: 1, page: 1 });
    expect(retry()).to.equal(undefined);
  });

  for (const where of ['float', 'dialog'] as const) {
    for (const when of ['render', 'effect'] as const)
      it(`close a ${where} that throws (${when}), report the error and open the next one`, async () => {
        broken = when;
        set(where);
        await waitUntil(() => find('[role=alert]'));
        expect(text()).to.contain('Could not open this part of the page');
        expect(mounts).to.deep.equal({ navigation: 1, page: 1 });
        broken = undefined;
        set(where);
        await waitUntil(() => named(where));
      });

    it(`close only the ${where} that throws at clean-up`, async () => {
      set(where);
      await waitUntil(() => named(where));
      broken = 'cleanup';
      set('');
      await waitUntil(() => !named(where));
      broken = undefined;
      set(where);
      await waitUntil(() => named(where));
      expect(find('[role=alert]')).to.equal(null);
      expect(mounts).to.deep.equal({ navigation: 1, page: 1 });
    });
  }

  it('show a retry button in place of a part that throws', async () => {
    broken = 'render';
    set('part');
    await waitUntil(retry);
    expect(retry()?.getAttribute('aria-label')).to.equal('part at render. Try again');
    broken = undefined;
    retry()?.click();
    await waitUntil(() => named('part'));
    broken = 'cleanup';
    set('');
    await waitUntil(() => !named('part'));
    expect(retry()).to.equal(undefined);
    expect(mounts).to.deep.equal({ navigation: 1, page: 1 });
  });

  it('load a part again after a failed load', async () => {
    failLoads = 2;
    set('late');
    await waitUntil(retry);
    expect(retry()?.getAttribute('aria-label')).to.equal('Could not open this part of the page. Try again');
    retry()?.click();
    await waitUntil(() => named('late'));
    expect(loads).to.equal(3);
  });

  it('keep the host page intact when a removed element throws', async () => {
    const other = document.createElement('log-probe');
    document.body.append(other);
    await waitUntil(() => other.shadowRoot?.querySelector('[data-name="page"]'));
    set('page one');
    await waitUntil(() => other.shadowRoot?.querySelector('[data-name="page one"]'));
    broken = 'cleanup';
    other.remove();
    await waitUntil(() => errorCount > 0);
    expect(named('page')?.isConnected).to.equal(true);
    broken = undefined;
    document.body.append(other);
    await waitUntil(() => other.shadowRoot?.querySelector('[data-name="page"]'));
  });
});
