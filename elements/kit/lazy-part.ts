import { createElement, lazy, type ComponentType, type JSX, type LazyExoticComponent } from 'react';

/** ms until a part counts as not loadable (spec 1 §9). */
const loadTimeoutMs = 120_000;

/** A part of the screen whose script could not be loaded. */
export class LoadingFailed extends Error {
  /** @param again it had failed before and was asked for once more; some browsers remember until the page is reloaded */
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

/** "Try again": parts that could not be loaded are asked for once more. React itself remembers the failure for ever. */
export function renewParts(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

const listeners = new Set<() => void>();
let loadedCount = 0;

/** Number of parts loaded so far. */
export const partsLoaded = (): number => loadedCount;

/** Calls `listener` whenever a part has been loaded and can be shown. @returns the function that ends it */
export function onPartLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** React hears of it first: only then can the part be shown. */
function tellLoaded(): void {
  setTimeout(() => {
    loadedCount += 1;
    for (const listener of [...listeners]) listener();
  });
}

/**
 * Starts loading the part of an element at once when the document already holds the element, so that nothing waits for the first
 * rendering; else the part is loaded when it is first shown. Where there is no DOM nothing is loaded.
 * @returns the loader, for `lazyPart`
 */
export function early<Module>(tag: string, load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const begin = (): Promise<Module> => {
    const begun = (loading ??= load());
    // A failure is shown in place of the part and asked for once more there.
    begun.catch(() => (loading = undefined));
    return begun;
  };
  if (typeof document !== 'undefined' && document.querySelector(tag)) void begin().catch(() => undefined);
  return begin;
}

/**
 * A component whose module is loaded when it is first shown, by the name of its export; tried twice, because networks hiccup.
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
