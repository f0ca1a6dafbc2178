import { createElement, lazy, type ComponentType, type JSX, type LazyExoticComponent } from 'react';

/** Milliseconds after which loading a part fails (spec 1 §9). */
const loadTimeoutMs = 120_000;

/** The script of a lazy component could not be loaded. */
export class LoadingFailed extends Error {
  /**
   * @param again true when a repeated attempt failed too; some browsers cache the failure until the page is reloaded
   */
  constructor(
    kind: 'error' | 'timeout',
    readonly again: boolean,
    cause?: unknown,
  ) {
    super(`Loading chunk failed (${kind})${cause instanceof Error ? `: ${cause.message}` : ''}`, { cause });
    this.name = 'LoadingFailed';
  }
}

/** Callbacks that reload failed parts when they are shown again. */
const renewals = new Set<() => void>();

/** Loads failed parts again, after "Try again". React itself caches the failure forever. */
export function renewParts(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

const listeners = new Set<() => void>();
let loadedCount = 0;

/** Number of parts loaded so far. */
export const partsLoaded = (): number => loadedCount;

/**
 * Calls `listener` whenever a part has loaded and can be shown.
 * @returns a function that removes the listener
 */
export function onPartLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** React is notified first, because only then can the part be shown. */
function tellLoaded(): void {
  setTimeout(() => {
    loadedCount += 1;
    for (const listener of [...listeners]) listener();
  });
}

/**
 * Starts loading an element's part immediately when the document already contains the element, so that loading does not
 * wait for the first rendering; otherwise the part is loaded when first shown. Without a DOM nothing is loaded.
 * @returns the loader, for `lazyPart`
 */
export function early<Module>(tag: string, load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const begin = (): Promise<Module> => {
    const begun = (loading ??= load());
    // A failure is shown in place of the part, which can load it again.
    begun.catch(() => (loading = undefined));
    return begun;
  };
  if (typeof document !== 'undefined' && document.querySelector(tag)) void begin().catch(() => undefined);
  return begin;
}

/**
 * Component that loads its module on first use, by export name; loading is tried twice, because networks fail briefly.
 * Throws LoadingFailed into the nearest error boundary.
 * @example const Surface = lazyPart(() => import('./menu-surface.js'), 'MenuSurface');
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): (props: Props) => JSX.Element {
  let again = false;
  const ask = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new LoadingFailed('timeout', again)), loadTimeoutMs);
      });
      const loading = load()
        .catch(load)
        .catch((cause: unknown) => {
          throw new LoadingFailed('error', again, cause);
        });
      try {
        const part = await Promise.race([loading, timeout]);
        tellLoaded();
        return { default: part[name] };
      } catch (error) {
        renewals.add(() => {
          again = true;
          current = ask();
        });
        throw error;
      } finally {
        clearTimeout(timer);
      }
    });
  let current = ask();
  return function Part(props: Props): JSX.Element {
    return createElement(current as ComponentType<Props>, props);
  };
}
