/**
 * Tests that the design tokens of a host page take effect. Colours are tested in the light and in the dark theme.
 * Corners, fonts and the chart palette are tested in the light theme.
 */
import { expect } from '@open-wc/testing';
import { useRef, type ReactNode } from 'react';
import { defineElement } from '../../../elements/frame/define.js';
import { hostTokens } from '../../../elements/element/theme/host-style.js';
import { tokens } from '../../../elements/kit/tokens.js';
import { useChartColors } from '../../../elements/widgets/visualizations/use-chart-colors.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

/**
 * Token, value set by the host page, the theme value that it changes, and the computed result in each colour scheme.
 */
const effects: readonly [token: string, set: string, value: string, light: string, dark: string][] = [
  ['surface', 'light-dark(#fffdf5, #20201c)', tokens.surface.card, 'rgb(255, 253, 245)', 'rgb(32, 32, 28)'],
  ['canvas', 'light-dark(#eee8d5, #101010)', tokens.surface.canvas, 'rgb(238, 232, 213)', 'rgb(16, 16, 16)'],
  ['raised', 'light-dark(#fafafa, #303030)', tokens.surface.raised, 'rgb(250, 250, 250)', 'rgb(48, 48, 48)'],
  ['subtle', 'light-dark(#f0f0f0, #181818)', tokens.surface.subtle, 'rgb(240, 240, 240)', 'rgb(24, 24, 24)'],
  ['border', 'light-dark(#aaaaaa, #555555)', tokens.border.subtle, 'rgb(170, 170, 170)', 'rgb(85, 85, 85)'],
  ['text', 'light-dark(#002b36, #fdf6e3)', tokens.text.primary, 'rgb(0, 43, 54)', 'rgb(253, 246, 227)'],
  ['text-secondary', 'light-dark(#073642, #eee8d5)', tokens.text.secondary, 'rgb(7, 54, 66)', 'rgb(238, 232, 213)'],
  ['danger', '#8000ff', tokens.status.danger.solid, 'oklch(0.53', 'oklch(0.53'],
  ['warning', '#8000ff', tokens.status.warning.solid, 'oklch(0.53', 'oklch(0.53'],
  ['success', '#8000ff', tokens.status.success.solid, 'oklch(0.53', 'oklch(0.53'],
  ['info', '#8000ff', tokens.status.info.solid, 'oklch(0.53', 'oklch(0.53'],
];
let colors: ReturnType<typeof useChartColors>;

function Swatches(): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  colors = useChartColors(root);
  return (
    <div ref={root} style={{ borderRadius: tokens.radius.card, fontFamily: tokens.font.ui }}>
      {effects.map(([token, , value]) => (
        <span key={token} title={token} style={{ backgroundColor: value }} />
      ))}
      <span title="link" style={{ backgroundColor: tokens.text.link }} />
      {(['danger', 'warning', 'success', 'info'] as const).map((status) => (
        <span key={status}>
          <span title={`${status}-text`} style={{ backgroundColor: tokens.status[status].text }} />
          <span title={`${status}-panel`} style={{ backgroundColor: tokens.status[status].background }} />
        </span>
      ))}
      <i style={{ backgroundColor: tokens.surface.hover }} />
      <code />
    </div>
  );
}
defineElement('log-swatches', Swatches);

/** Returns the contrast of two colours of CSS by WCAG 2.2 (relative luminance), from 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

async function put(style: string): Promise<{ element: HTMLElement; look: (selector: string) => CSSStyleDeclaration }> {
  const element = document.createElement('log-swatches');
  element.style.cssText = style;
  document.body.append(element);
  const find = (selector: string) => element.shadowRoot?.querySelector(selector);
  await waitUntil(() => find('code'));
  return { element, look: (selector) => getComputedStyle(find(selector) ?? element) };
}

describe('the design tokens of a host page', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
  });
  afterEach(() => {
    document.body.replaceChildren();
    document.documentElement.style.colorScheme = '';
    server.restore();
  });

  for (const [scheme, place] of [
    ['light', 3],
    ['dark', 4],
  ] as const)
    it(`change a value of the ${scheme} theme each, until they are removed`, async () => {
      document.documentElement.style.colorScheme = scheme;
      for (const effect of effects) {
        const [token, set] = effect;
        const plain = await put('');
        const before = plain.look(`[title=${token}]`).backgroundColor;
        const { element, look } = await put(`--log-${token}: ${set}`);
        await waitUntil(
          () => look(`[title=${token}]`).backgroundColor.startsWith(effect[place]),
          `the value of ${token} is applied, not ${look(`[title=${token}]`).backgroundColor}`,
        );
        expect(before, token).not.to.equal(look(`[title=${token}]`).backgroundColor);
        element.removeAttribute('style');
        await waitUntil(() => look(`[title=${token}]`).backgroundColor === before, `the value of ${token} is removed`);
        document.body.replaceChildren();
      }
    });

  it('derive the colour of hovered surfaces from a surface and a text colour', async () => {
    const { look } = await put('--log-surface: rgb(0, 40, 0); --log-text: rgb(200, 255, 200)');
    const hover = () => /^oklab\(([\d.]+) -/.exec(look('i').backgroundColor)?.[1];
    // The colour lies between the colours of surface and text, both of which are green.
    await waitUntil(() => Number(hover()) > 0.2 && Number(hover()) < 0.4, look('i').backgroundColor);
  });

  for (const scheme of ['light', 'dark'] as const)
    for (const [surface, text] of [
      ['#3b2a1a', '#f5e6d0'],
      ['#fffdf7', '#1c2b28'],
    ] as const)
      it(`keep texts, links and status texts readable on the surface ${surface} of a ${scheme} page`, async () => {
        document.documentElement.style.colorScheme = scheme;
        const { element, look } = await put(`--log-surface: ${surface}; --log-text: ${text}`);
        await waitUntil(() => element.shadowRoot?.querySelector('[data-tokens]'));
        const card = look('[title=surface]').backgroundColor;
        for (const name of ['text', 'text-secondary', 'link'])
          expect(contrast(look(`[title=${name}]`).backgroundColor, card), name).to.be.at.least(4.5);
        for (const status of ['danger', 'warning', 'success', 'info']) {
          const words = look(`[title=${status}-text]`).backgroundColor;
          for (const behind of [card, look(`[title=${status}-panel]`).backgroundColor]) {
            expect(contrast(words, behind), `${status} on ${behind}`).to.be.at.least(4.5);
            expect(contrast(look('[title=text]').backgroundColor, behind), `text on ${behind}`).to.be.at.least(4.5);
          }
        }
      });

  it('keep the colour scheme of the page if the surface is transparent', async () => {
    for (const [scheme, text] of [
      ['dark', 'light-dark(#000, #fff)'],
      ['light', 'light-dark(#fff, #000)'],
    ] as const) {
      document.documentElement.style.colorScheme = scheme;
      const { element } = await put(`--log-surface: transparent; --log-text: ${text}`);
      await waitUntil(() => element.shadowRoot?.querySelector('[data-tokens]'));
      expect(element.shadowRoot?.querySelector<HTMLElement>('.lc')?.dataset['theme']).to.equal(scheme);
    }
  });

  for (const [scheme, surface, text] of [
    ['light', 'rgb(255, 240, 220)', 'rgb(40, 20, 0)'],
    ['dark', 'rgb(60, 30, 30)', 'rgb(255, 230, 230)'],
  ] as const)
    it(`give the page between the cards the hue of the surface and a darker shade, in the ${scheme} theme`, async () => {
      document.documentElement.style.colorScheme = scheme;
      const { look } = await put(`--log-surface: ${surface}; --log-text: ${text}`);
      const canvas = () => look('[title=canvas]').backgroundColor;
      await waitUntil(() => canvas().startsWith('oklab'), canvas());
      const lightness = Number(/^oklab\(([\d.]+)/.exec(canvas())?.[1]);
      // Both surfaces are reddish: the second number of oklab is positive.
      expect(canvas()).to.match(/^oklab\([\d.]+ 0\.0/);
      const [least, most] = scheme === 'light' ? [0.88, 0.955] : [0.15, 0.26];
      expect(lightness, canvas()).to.be.within(least, most);
    });

  it('set corners, fonts and the chart colours that are painted on a canvas, and follow a style sheet that loads late', async () => {
    const { look } = await put('');
    await waitUntil(() => colors);
    const [first = '', second] = colors?.series ?? [];
    expect(first).to.match(/^#/);
    expect(look('div:has(> code)').borderRadius).to.equal('6px');
    const sheet = document.createElement('style');
    sheet.textContent = `log-swatches {
      --log-radius: 0px; --log-font: Georgia; --log-mono-font: Courier; --log-surface: light-dark(#fffdf5, #20201c);
      --log-chart-palette: tomato, light-dark(#010203, #fff), color-mix(in oklab, #ffffff 50%, #000000), nonsense; }`;
    document.head.append(sheet);
    await waitUntil(() => colors?.series[0] !== first, 'the palette is applied');
    expect(colors?.series).to.have.length(3);
    expect(colors?.series.slice(0, 2)).to.deep.equal(['rgb(255, 99, 71)', 'rgb(1, 2, 3)']);
    expect(colors?.series[2]).to.match(/^rgba\((99|100|98),/);
    expect(colors?.single).to.equal('rgb(255, 99, 71)');
    await waitUntil(
      () => colors?.card === 'rgb(255, 253, 245)',
      `the colour of the card is applied, not ${colors?.card}`,
    );
    expect(look('code').fontFamily).to.equal('Courier');
    expect(look('div:has(> code)').fontFamily).to.equal('Georgia');
    await waitUntil(() => look('div:has(> code)').borderRadius === '0px', 'the corners are applied');
    sheet.remove();
    await waitUntil(() => colors?.series[0] === first && colors.series[1] === second, 'the palette is removed');
  });

  it('are overridden by forced colours and print', async () => {
    const { element } = await put('--log-surface: rgb(1, 2, 3)');
    await waitUntil(() => element.shadowRoot?.querySelector('[data-tokens]'));
    const rules = (element.shadowRoot?.adoptedStyleSheets ?? [])
      .flatMap(({ cssRules }) => [...cssRules])
      .filter(({ cssText }) => cssText.includes('[data-tokens]'));
    const colored = rules.filter(({ cssText }) => cssText.includes('--lc-surface-card:'));
    // The test runner cannot emulate forced colours.
    expect(colored.map((rule) => (rule as CSSMediaRule).conditionText)).to.deep.equal([
      'screen and (forced-colors: none)',
    ]);
  });

  it('are all covered by these tests', () => {
    const tried = new Set([...effects.map(([token]) => token), 'radius', 'chart-palette']);
    expect(hostTokens.filter((token) => !tried.has(token))).to.deep.equal([]);
  });
});
