/** Stores views within limits of their number and size per owner. */
import { KeyedMutex } from '../store/keyed-mutex.js';
import type { Archive, Documents } from '../store/types.js';
import { bytesOf, checkCount, checkSize, checkTotal, quotas } from './quotas.js';
import type { ViewHead, ViewRecord } from './views.js';

const advice = 'Delete some on the pages of saved searches or dashboards, then save again.';

export class StoredViews {
  readonly #stored: Archive<ViewRecord, ViewHead>;
  /** Serialises the writes of each owner, so that concurrent writes cannot exceed the limits together. */
  readonly #turns = new KeyedMutex(() => false);

  constructor(documents: Documents) {
    this.#stored = documents.archive<ViewRecord, ViewHead>('views');
  }

  head(id: string): ViewHead | undefined {
    return this.#stored.head(id);
  }

  heads(): readonly ViewHead[] {
    return this.#stored.heads();
  }

  read(id: string): Promise<ViewRecord | undefined> {
    return this.#stored.read(id);
  }

  /** Stores a new view. @throws TooLargeError when the view, or all views of its owner together, exceed a limit */
  create(view: ViewRecord): Promise<void> {
    return this.#turns.take(view.owner ?? '', async () => {
      this.#check(view);
      await this.#stored.put(view);
    });
  }

  /**
   * Changes a view.
   * @returns undefined: no view has the id
   * @throws TooLargeError when the view, or all views of its owner together, exceed a limit
   */
  update(id: string, change: (view: ViewRecord) => ViewRecord): Promise<ViewRecord | undefined> {
    return this.#turns.take(this.head(id)?.owner ?? '', () =>
      this.#stored.update(id, (view) => {
        const changed = change(view);
        this.#check(changed);
        return changed;
      }),
    );
  }

  delete(id: string): Promise<boolean> {
    return this.#stored.delete(id);
  }

  #check(view: ViewRecord): void {
    const bytes = bytesOf(view);
    const what = view.type === 'DASHBOARD' ? 'This dashboard' : 'This saved search';
    checkSize(what, bytes, quotas.oneViewBytes, 'Use fewer widgets, or shorter texts in them.');
    const { owner } = view;
    if (owner === null) return;
    const others = this.#stored.heads().filter((other) => other.owner === owner && other.id !== view.id);
    checkCount('saved searches and dashboards', others.length + 1, quotas.views, advice);
    const total = others.reduce((sum, other) => sum + other.bytes, bytes);
    checkTotal(owner, 'The saved searches and dashboards', total, quotas.viewBytes, advice);
  }
}
