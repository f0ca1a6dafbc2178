/**
 * Reads the style of the page around an element: colour scheme, brand colour, density, direction. It is read once and
 * after every change.
 */

export type Theme = 'light' | 'dark';
export type Density = 'compact' | 'comfortable' | 'tv';

export interface HostStyle {
  /** Colour scheme of the page at the place of the element. */
  readonly scheme: Theme;
  /** True when the page sets a brand colour (`--log-brand`). */
  readonly branded: boolean;
  /** Density that the page sets (`--log-density`); absent: the density suits the pointer device. */
  readonly density: Density | undefined;
  /** Declarations of the `hostTokens` that the page sets; empty if it sets none. */
  readonly tokens: string;
  /** Layout direction from the nearest `dir` attribute of the page; the `direction` of style sheets is ignored. */
  readonly direction: 'ltr' | 'rtl';
}

/**
 * Custom properties (`--log-…`) with which a page changes colours and corners beyond the brand (host-tokens.ts,
 * use-chart-colors.ts).
 */
export const hostTokens = [
  ...['surface', 'canvas', 'raised', 'subtle', 'border', 'text', 'text-secondary'],
  ...['danger', 'warning', 'success', 'info', 'radius', 'chart-palette'],
] as const;

const densities: readonly Density[] = ['compact', 'comfortable', 'tv'];

/**
 * Watches the host's computed style. The probe is a hidden child of the root that inherits the page's settings: its
 * text colour depends only on the colour scheme, its background is `--log-brand`.
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
    // A style sheet that arrives late, or the system's colour scheme, changes these properties; their transitions are
    // the only events for
    // both. The host has its new values when a transition starts, or is cancelled because the value changed back; the
    // probe's colour is final when its transition ends.
    for (const type of ['transitionrun', 'transitionend', 'transitioncancel'] as const)
      this.#probe.addEventListener(type, this.refresh);
    this.#observer = new MutationObserver(this.refresh);
  }

  /** Starts watching; the host must already be in the document. */
  open(): void {
    this.#observer.observe(this.#host, { attributeFilter: ['style', 'class', 'dir'] });
    this.#observer.observe(this.#host.ownerDocument.documentElement, { attributeFilter: ['dir'] });
    this.#observer.observe(this.#host.ownerDocument.body, { attributeFilter: ['dir'] });
    this.refresh();
  }

  close(): void {
    this.#observer.disconnect();
  }

  /** Subscribe function for `useSyncExternalStore`. */
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
      scheme: getComputedStyle(this.#probe).color === 'rgb(0, 0, 0)' ? 'dark' : 'light',
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
