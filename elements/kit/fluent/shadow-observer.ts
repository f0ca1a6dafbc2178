/**
 * Tabster (Fluent's keyboard library) watches the document for changes and, with its built-in shadow DOM support,
 * retains every shadow root it has seen, even of removed elements. This observer keeps only weak references to roots,
 * so that removed elements can be garbage-collected.
 */
import { getShadowDOMAPI, type Types } from 'tabster';

/** Mutation observer of a node and of every shadow root that was passed to `watchShadowRoot`. */
class WeakShadowObserver implements MutationObserver {
  readonly #callback: MutationCallback;
  readonly #page: MutationObserver;
  readonly #observed = new WeakMap<Node, MutationObserver>();
  #options: MutationObserverInit | undefined;

  constructor(callback: MutationCallback) {
    this.#callback = callback;
    this.#page = new MutationObserver(this.#notice);
    observers.add(new WeakRef(this));
  }

  observe(target: Node, options: MutationObserverInit = {}): void {
    this.#options = options;
    this.#page.observe(target, options);
    for (const root of knownRoots()) this.watch(root);
  }

  disconnect(): void {
    this.#options = undefined;
    this.#page.disconnect();
    for (const root of knownRoots()) this.#observed.get(root)?.disconnect();
  }

  takeRecords(): MutationRecord[] {
    return this.#page.takeRecords();
  }

  /** Observes a shadow root too: its changes are reported like changes of the page. */
  watch(root: Node): void {
    if (!this.#options || this.#observed.has(root)) return;
    // An observed node keeps its observer alive, so the root and this observer are garbage-collected together.
    const observer = new MutationObserver(this.#notice);
    observer.observe(root, this.#options);
    this.#observed.set(root, observer);
  }

  readonly #notice: MutationCallback = (records, observer) => this.#callback(records, observer);
}

const observers = new Set<WeakRef<WeakShadowObserver>>();
const roots = new Set<WeakRef<Node>>();

function knownRoots(): Node[] {
  return alive(roots);
}

function alive<T extends object>(references: Set<WeakRef<T>>): T[] {
  const found: T[] = [];
  for (const reference of references) {
    const value = reference.deref();
    if (value) found.push(value);
    else references.delete(reference);
  }
  return found;
}

const tabsterKey = '__tabsterShadowDOMAPI';

/** Lets Tabster see into a shadow root. Call this before the first Fluent component in the root is rendered. */
export function watchShadowRoot(root: ShadowRoot): void {
  const page = window as typeof window & { [tabsterKey]?: Types.DOMAPI };
  page[tabsterKey] ??= {
    ...getShadowDOMAPI(),
    createMutationObserver: (callback) => new WeakShadowObserver(callback),
  };
  if (!knownRoots().includes(root)) roots.add(new WeakRef(root));
  for (const observer of alive(observers)) observer.watch(root);
}
