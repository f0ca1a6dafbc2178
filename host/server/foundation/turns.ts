/** Runs tasks one after another, in the order of their calls. A task that fails does not stop the later tasks. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier tasks; the result is the result or the error of this task. */
  take<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all tasks that were given before the call have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
