/**
 * Reads the settings that an element takes from the style of the page around it: colour scheme, brand colour, density,
 * other theme properties, and layout direction. They are read at the start and after every change.
 */

export type Theme = 'light' | 'dark';
export type Density = 'compact' | 'comfortable' | 'tv';

export interface HostStyle {
  /** Colour scheme of the surface colour that the page sets (`--log-surface`), otherwise that of the page. */
  readonly scheme: Theme;
  /** True when the page sets a brand colour (`--log-brand`). */
  readonly branded: boolean;
  /** Density that the page sets (`--log-density`); undefined if the density depends on the pointer device. */
  readonly density: Density | undefined;
  /** Names and values of those `hostTokens` that the page sets, as one text; empty if the page sets none. */
  readonly tokens: string;
  /** Layout direction from the nearest `dir` attribute of the page; the `direction` of style sheets is ignored. */
  readonly direction: 'ltr' | 'rtl';
}

/**
 * Names, without `--log-`, of the custom properties with which a page changes colours and corners apart from the brand
 * colour (host-tokens.ts, use-chart-colors.ts).
 */
export const hostTokens = [
  ...['surface', 'canvas', 'raised', 'subtle', 'border', 'text', 'text-secondary'],
  ...['danger', 'warning', 'success', 'info', 'radius', 'chart-palette'],
] as const;

const densities: readonly Density[] = ['compact', 'comfortable', 'tv'];

/**
 * Watches the computed style of a host element. The probe is a hidden child of the shadow root that inherits the page's
 * settings: its text colour depends only on the colour scheme and `--log-surface`, and its background colour is
 * `--log-brand`.
 */
export class HostStyleWatch {
  readonly #host: HTMLElement;
  readonly #probe: HTMLElement;
  readonly #observer: MutationObserver;
  readonly #listeners = new Set<() => void>();
  #style: HostStyle = { scheme: 'light', branded: false, density: undefined, tokens: '', direction: 'ltr' };

  constructor(host: HTMLElement, root: ShadowRoot) {
    this.#host = host;
    this.#probe = host.ownerDocument.createElement('div');
    this.#probe.className = 'lc-probe';
    root.append(this.#probe);
    // A style sheet that arrives late, or a change of the system's colour scheme, causes no events except the
    // transitions of the changed properties. The host has its new values when a transition starts, or when it is
    // cancelled because a value changed back. The colour of the probe is final when its transition ends.
    for (const type of ['transitionrun', 'transitionend', 'transitioncancel'] as const)
      this.#probe.addEventListener(type, this.refresh);
    this.#observer = new MutationObserver(this.refresh);
  }

  /** Starts watching; the host element must be in the document. */
  open(): void {
    this.#observer.observe(this.#host, { attributeFilter: ['style', 'class', 'dir'] });
    this.#observer.observe(this.#host.ownerDocument.documentElement, { attributeFilter: ['dir'] });
    this.#observer.observe(this.#host.ownerDocument.body, { attributeFilter: ['dir'] });
    this.refresh();
  }

  close(): void {
    this.#observer.disconnect();
  }

  /** Calls the listener whenever the style changes; the returned function removes the listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): HostStyle => this.#style;

  readonly refresh = (): void => {
    const next = this.#read();
    const now = this.#style;
    if ((Object.keys(now) as (keyof HostStyle)[]).every((name) => next[name] === now[name])) return;
    this.#style = next;
    for (const listener of this.#listeners) listener();
  };

  #read(): HostStyle {
    const style = getComputedStyle(this.#host);
    const named = style.getPropertyValue('--log-density').trim();
    return {
      scheme: getComputedStyle(this.#probe).color.startsWith('oklch(0 ') ? 'dark' : 'light',
      branded: style.getPropertyValue('--log-brand').trim() !== '',
      density: densities.find((one) => one === named),
      tokens: hostTokens
        .map((name) => [name, style.getPropertyValue(`--log-${name}`).trim()])
        .filter(([, value]) => value)
        .map((pair) => pair.join(':'))
        .join(';'),
      direction: this.#host.matches(':dir(rtl)') ? 'rtl' : 'ltr',
    };
  }
}
