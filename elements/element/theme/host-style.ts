/** Reads the looks of the page around an element: colour scheme, brand colour, density, direction. Read once and after changes. */

export type Theme = 'light' | 'dark';
export type Density = 'compact' | 'comfortable' | 'tv';

export interface HostStyle {
  /** The colour scheme that the page has at this place. */
  readonly scheme: Theme;
  /** True when the page gives a brand colour (`--log-brand`). */
  readonly branded: boolean;
  /** `--log-density`; absent: as the pointer needs it. */
  readonly density: Density | undefined;
  /** Text of the `hostTokens` that the page sets; empty if it sets none. */
  readonly tokens: string;
  /** Direction that a `dir` attribute of the page gives this place, which the layout follows; the page's style sheets do not count. */
  readonly direction: 'ltr' | 'rtl';
}

/** Custom properties of the page (`--log-…`) that change colours and corners beyond the brand (host-tokens.ts, use-chart-colors.ts). */
export const hostTokens = [
  ...['surface', 'canvas', 'raised', 'subtle', 'border', 'text', 'text-secondary'],
  ...['danger', 'warning', 'success', 'info', 'radius', 'chart-palette'],
] as const;

const densities: readonly Density[] = ['compact', 'comfortable', 'tv'];

/**
 * Watches the host's computed style. The probe is a hidden child of the root that takes over what the page says: its colour depends on the
 * colour scheme alone, its background is `--log-brand`.
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
    // A style sheet that arrives late, or the system's colour scheme, changes these properties; their transitions are the only events for
    // both. The host has its new values when the transition starts, or when it is cancelled because they changed back; the colour of the
    // probe has its own when the transition ends.
    for (const type of ['transitionrun', 'transitionend', 'transitioncancel'] as const)
      this.#probe.addEventListener(type, this.refresh);
    this.#observer = new MutationObserver(this.refresh);
  }

  /** Starts watching; the host must be in the document by now. */
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
