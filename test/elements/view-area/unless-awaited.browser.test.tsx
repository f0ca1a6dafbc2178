/** Tests which bars are shown while the levels of a new search are loading, and with which searched range. */
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { useAtResult } from '../../../elements/view-area/widget/use-at-result.js';
import { levelsWaitMs, useUnlessAwaited, type Picture } from '../../../elements/view-area/widget/use-unless-awaited.js';
import { byText, clickOn, stage } from '../search/stage.js';
import { histogramConfig, histogramResult, levelHistogramConfig } from '../widgets/sample-results.js';
import { waitUntil } from '../wait.js';

const whole: Picture = { config: histogramConfig, result: histogramResult(false) };
const inLevels: Picture = { config: levelHistogramConfig, result: histogramResult(true) };
const next: Picture = { config: histogramConfig, result: histogramResult(false) };
const nextInLevels: Picture = { config: levelHistogramConfig, result: histogramResult(true) };
const names = new Map([
  [whole.result, 'whole'],
  [inLevels.result, 'in levels'],
  [next.result, 'next, whole'],
  [nextInLevels.result, 'next, in levels'],
]);

/** Each button sets a picture and whether its levels are still loading. */
const steps: Readonly<Record<string, readonly [Picture, boolean]>> = {
  levels: [inLevels, false],
  search: [next, true],
  answer: [nextInLevels, false],
};

function Scene() {
  const [[picture, awaited], setStep] = useState<readonly [Picture, boolean]>([whole, true]);
  const { config, result } = useUnlessAwaited(picture, awaited);
  return (
    <>
      <p>{`Shown: ${names.get(result) ?? 'nothing'}${config.column_pivots.length > 0 ? ', stacked' : ''}`}</p>
      {Object.entries(steps).map(([name, step]) => (
        <button key={name} type="button" onClick={() => setStep(step)}>
          {name}
        </button>
      ))}
    </>
  );
}

describe('bars whose levels are loading', () => {
  it('show unstacked bars on the first search and the previous stacked bars on later ones, until the levels are loaded', async () => {
    const { root, remove } = await stage(() => <Scene />, 600);
    await byText(root, 'Shown: whole');
    const press = async (name: string) => await clickOn(root, 'button', name);
    await press('levels');
    await byText(root, 'Shown: in levels, stacked');
    await press('search');
    await press('answer');
    await byText(root, 'Shown: next, in levels, stacked');
    remove();
  });

  it('wait only for a limited time', async () => {
    const { root, remove } = await stage(() => <Scene />, 600);
    await clickOn(root, 'button', 'levels');
    await byText(root, 'Shown: in levels, stacked');
    const startedAt = performance.now();
    const seen = new Set<string>();
    await clickOn(root, 'button', 'search');
    await waitUntil(() => {
      const text = root.querySelector('p')?.textContent ?? '';
      seen.add(text);
      return text === 'Shown: next, whole';
    }, 'the bars of the new search are shown');
    expect(performance.now() - startedAt).to.be.at.least(levelsWaitMs - 50);
    expect([...seen]).to.deep.equal(['Shown: in levels, stacked', 'Shown: next, whole']);
    remove();
  });
});

/** Counts searches: each button press starts a search of another range, and the other one shows its result. */
function Searching() {
  const [range, setRange] = useState(0);
  const [result, setResult] = useState({});
  return (
    <>
      <p>{`Range of the result: ${useAtResult(result, range)}`}</p>
      <button type="button" onClick={() => setRange(range + 1)}>
        search
      </button>
      <button type="button" onClick={() => setResult({})}>
        answer
      </button>
    </>
  );
}

describe('the searched range of a shown result', () => {
  it('changes with the result, and not when another search begins', async () => {
    const { root, remove } = await stage(() => <Searching />, 600);
    await byText(root, 'Range of the result: 0');
    await clickOn(root, 'button', 'search');
    await clickOn(root, 'button', 'search');
    expect(root.querySelector('p')?.textContent).to.equal('Range of the result: 0');
    await clickOn(root, 'button', 'answer');
    await byText(root, 'Range of the result: 2');
    remove();
  });
});
