import { createElement, lazy, type ComponentType, type JSX, type LazyExoticComponent } from 'react';

/** Milliseconds after which loading a lazy component's script counts as failed (spec 1 §9). */
const loadTimeoutMs = 120_000;

/** Thrown when the script of a lazy component could not be loaded. */
export class LoadingFailed extends Error {
  /**
   * @param again true when loading has failed before too; some browsers cache the failure until the page is reloaded
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

/**
 * Contains a function for each failed part. Once the function has been called, the part is loaded again when it is next
 * shown.
 */
const renewals = new Set<() => void>();

/**
 * Makes failed parts load again when they are next shown, as after "Try again"; React itself caches failures forever.
 */
export function renewParts(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

const listeners = new Set<() => void>();
let loadedCount = 0;

/** Returns the number of parts loaded so far. */
export const partsLoaded = (): number => loadedCount;

/**
 * Calls `listener` whenever a part has loaded and can be shown.
 * @returns a function that removes the listener
 */
export function onPartLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Calls the listeners in a timer, so that React, which must render the part, is informed first that the part has
 * loaded.
 */
function tellLoaded(): void {
  setTimeout(() => {
    loadedCount += 1;
    for (const listener of [...listeners]) listener();
  });
}

/**
 * Starts loading an element's part immediately when the document already contains an element of the tag, so that
 * loading does not wait for the first rendering; otherwise the part is loaded when it is first shown. Without a DOM
 * nothing is loaded.
 * @returns the loader for `lazyPart`
 */
export function early<Module>(tag: string, load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const begin = (): Promise<Module> => {
    const begun = (loading ??= load());
    // A failed loading is forgotten, so that the next call of the loader tries again.
    begun.catch(() => (loading = undefined));
    return begun;
  };
  if (typeof document !== 'undefined' && document.querySelector(tag)) void begin().catch(() => undefined);
  return begin;
}

/**
 * Returns a component whose module is loaded when the component is first rendered; `name` is the name of the export.
 * Loading is tried twice, because networks fail briefly. The component throws LoadingFailed if both attempts fail or
 * together exceed `loadTimeoutMs`.
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
