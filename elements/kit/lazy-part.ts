import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** ms until a part counts as not loadable (spec 1 §9). */
const loadTimeoutMs = 120_000;

/** A part of the screen whose script could not be loaded. */
export class LoadingFailed extends Error {
  constructor(kind: 'error' | 'timeout', cause?: unknown) {
    super(`Loading chunk failed (${kind})${cause instanceof Error ? `: ${cause.message}` : ''}`, { cause });
    this.name = 'LoadingFailed';
  }
}

/**
 * A component whose module is loaded when it is first shown, by the name of its export; tried twice, because networks hiccup.
 * Throws LoadingFailed into the nearest error boundary.
 * @example const Surface = lazyPart(() => import('./menu-surface.js'), 'MenuSurface');
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new LoadingFailed('timeout')), loadTimeoutMs);
    });
    const loading = load()
      .catch(load)
      .catch((cause: unknown) => {
        throw new LoadingFailed('error', cause);
      });
    const part = await Promise.race([loading, timeout]).finally(() => clearTimeout(timer));
    return { default: part[name] };
  });
}
