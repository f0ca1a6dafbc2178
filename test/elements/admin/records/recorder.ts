/**
 * Records what a page of administration shows, offers and sends, and compares it with the record beside the test. It
 * presses the controls of a page, fills and submits each dialog, and opens the page with fewer permissions, in a
 * read-only element, and while the server fails. So a change of any text, state, request or permission is seen.
 *
 * A record is a text file that a person can read: the lines of the page, then for each step its changes (`-` and `+`),
 * the requests (`>`) and the events and downloads (`!`). `npm run records` and `npm run test:all` compare all steps.
 * `npm test` compares the pages as they open, with their menus and requests: for an administrator, in a read-only
 * element, with each permission, without any, in the states that the test describes, and while reads are refused or
 * fail. It also presses the controls that change something, fills lists, checkboxes and radio buttons one by one, and
 * submits each form empty and with all its fields filled. It does not fill texts of forms one by one, or press the same
 * control of further rows.
 * After an intended change, `npm run records -- --update` writes the records anew; read their difference before it is
 * committed.
 */
import { emulateMedia, writeFile } from '@web/test-runner-commands';
import { laterKitTexts } from '../../../../elements/kit/later-texts.js';
import type { FakeCall, FakeRoutes } from '../../fake-server.js';
import { waitUntil } from '../../wait.js';
import type { AdminWorld } from '../admin-page.js';
import {
  allLines,
  changedLines,
  changesOf,
  labelOf,
  outlineOf,
  roleOf,
  withoutChance,
  type Outline,
} from './outline.js';
import { showEverything } from './everything-visible.js';
import { stopClock, type StillClock } from './still-clock.js';

/** Role and name of a control. */
type Key = `${string} ${string}`;

export interface RecordedPage {
  readonly route: string;
  /** Distinguishes several records of one route, such as `with a sample set`. */
  readonly state?: string;
  /**
   * Controls that are pressed each time after the page was opened, to bring it into the recorded state; those that the
   * page does not show are left out: `tab Table`, `combobox Samples`, `option Known`. A text field and a native list
   * get their value of `values`.
   */
  readonly first?: readonly Key[];
  /**
   * Permissions of a user who sees the page without its actions; without them the page is opened only as administrator.
   */
  readonly base?: readonly string[];
  /**
   * Permissions that are held in addition to `base`: one at a time (`a + b`: each alone, then both), and all together.
   */
  readonly permissions?: readonly string[];
  /** Permissions of the user whose page is recorded; default: all. */
  readonly as?: readonly string[];
  /** True: only the page, its controls and its variants, because another record has its permissions and failures. */
  readonly brief?: boolean;
  /** Controls that are not pressed: `button Refresh`. */
  readonly skip?: RegExp;
  /** The only controls of the page that are pressed; those of menus and dialogs are pressed as usual. */
  readonly only?: RegExp;
  /** True: the controls that every list has are pressed as well. */
  readonly whole?: boolean;
  /**
   * Controls that submit a page that is no form, such as a wizard: they are pressed one after another, after all fields
   * of the page were filled.
   */
  readonly submit?: readonly Key[];
  /** Values for fields, by label, where a generated text would be refused. */
  readonly values?: Readonly<Record<string, string>>;
  /** Further answers of the server, by the name of the state that they produce, such as `an empty list`. */
  readonly variants?: Readonly<Record<string, FakeRoutes>>;
}

/** State of a page at rest, as far as the recorder has read it. */
interface Seen {
  outline?: Outline;
  readonly controls: Map<ParentNode, ReadonlyMap<Key, HTMLElement>>;
}

interface Opened {
  readonly root: ShadowRoot;
  remove(): void;
}

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Waits until the page has no other task: React renders, and a timer or an answer is handled, before a task of this
 * priority. After a frame, the browser has also reported the sizes of the elements that the frame contains.
 */
const otherTasks = (): Promise<unknown> => window.scheduler.postTask(() => undefined, { priority: 'background' });

const fieldRoles = /^(textbox|searchbox|spinbutton|combobox|checkbox|switch|radio|slider)$/;
/** Roles of fields that take a text. */
const textRoles = /^(textbox|spinbutton|searchbox|slider) /;
const uneditable =
  ':disabled, [aria-disabled=true], :read-only:not([role=combobox], select, button, .cm-content, [type=checkbox], [type=radio], [type=range])';
const pressedRoles = /^(button|tab|checkbox|switch|radio|menuitem|menuitemradio|menuitemcheckbox)$/;
/** Controls that every list has; their tests are in the kit. A page with `whole` presses them too. */
const ofEveryList = /^button (\d+ Rows|Columns|Filter|Search syntax help|Page \d+|Next page|Previous page)( \(\d+\))?$/;
/** Controls after which further controls of the page are pressed, such as the actions for selected rows. */
const revealing = /^(checkbox|button|tab) /;
const leavesDialog = /^(Cancel|Close|Dismiss|Close dialog)( \(\d+\))?$/;
/** Number of controls that are pressed one inside the other. */
const deepest = 3;
/** Milliseconds within which a page comes to rest, also on a busy machine. */
const restMs = 20_000;
/** Number of values of a native list that are chosen one after another. */
const chosenValues = 3;
/** True: only the pages as they open are compared, because all steps take several minutes. */
const isShort = process.env.TEST_ALL !== '1' && process.env.UPDATE_RECORDS !== '1' && process.env.ALL_RECORDS !== '1';

/** Runs the tests of an area's pages: one test for each page. `stored` is the content of the record beside the test. */
export function recordedPages(
  world: AdminWorld,
  { file, stored, pages }: { readonly file: string; readonly stored: string; readonly pages: readonly RecordedPage[] },
): void {
  const sections = new Map(stored.split(/^(?=# )/m).map((text) => [text.split('\n', 1)[0] ?? '', text.trimEnd()]));
  const written: string[] = [];
  const filledFields = new Set<Key>();
  let clock: StillClock;
  let hideAgain: () => void;
  describe('the records', () => {
    before(async () => {
      // An editor replaces a text area as soon as its script is loaded; the records contain the editor.
      await import('../../../../elements/kit/code/field-editor.js');
      await emulateMedia({ reducedMotion: 'reduce' });
    });
    after(() => emulateMedia({ reducedMotion: 'no-preference' }));
    beforeEach(() => {
      clock = stopClock();
      hideAgain = showEverything();
      // The records contain nothing that is painted, and painting takes an eighth of the processor time.
      document.documentElement.style.opacity = '0';
    });
    afterEach(() => {
      clock.restore();
      hideAgain();
      document.documentElement.style.opacity = '';
    });
    for (const page of pages) {
      const title = page.state === undefined ? page.route : `${page.route} ${page.state}`;
      it(`the page ${title} shows, offers and sends what its record contains`, async function () {
        this.timeout(120_000);
        const stored = sections.get(`# ${title}`) ?? '';
        const lines = await new Recorder(world, page, clock, { stored, filledFields }).record();
        const text = [`# ${title}`, ...lines].join('\n').trimEnd();
        written.push(text);
        if (process.env.UPDATE_RECORDS !== '1') expectSame(isShort ? inShort(stored, text) : { stored, text });
      });
    }
    if (process.env.UPDATE_RECORDS === '1')
      after(() => {
        // Writing the file without a page that could not be recorded would lose the page's record.
        if (written.length < pages.length) throw new Error('Not all pages were recorded, so no record was written');
        return writeFile({ path: file, content: `${written.join('\n\n')}\n` });
      });
    it('the record contains only pages that are recorded', () => {
      const titles = pages.map(({ route, state }) => `# ${route}${state === undefined ? '' : ` ${state}`}`);
      const isNamed = (title: string): boolean => title === '' || titles.includes(title);
      const left = [...sections.keys()].filter((title) => !isNamed(title));
      if (left.length > 0 && process.env.UPDATE_RECORDS !== '1')
        throw new Error(`No page has the record ${left.join(', ')}`);
    });
  });
}

interface Compared {
  readonly stored: string;
  readonly text: string;
}

function expectSame({ stored, text: found }: Compared): void {
  if (stored === found) return;
  const [before, now] = [stored.split('\n'), found.split('\n')];
  const differing = now.findIndex((line, index) => line !== before[index]);
  const first = differing < 0 ? now.length : differing;
  const step = now.slice(0, first + 1).findLast((line) => line.startsWith('## ')) ?? 'the page';
  const differences = changedLines(before, now);
  const further = differingSteps(stored, found).filter((title) => title !== step);
  throw new Error(
    `The page differs from its record, first at line ${first + 1} in "${step}":\n${differences.slice(0, 30).join('\n')}\n` +
      (further.length > 0
        ? `and in ${further.length} further steps: ${further.slice(0, shownSteps).join(', ')}\n`
        : '') +
      (differences.length === 0 ? `the same lines in another order, from ${now[first] ?? 'the end'}\n` : '') +
      'If the change is intended, write the records anew: npm run records -- --update',
  );
}

/** Number of the further steps that differ from their record which an error names. */
const shownSteps = 12;

/** Returns the texts of the steps of a page; the first one opens the page. */
const stepsOf = (text: string): string[] => text.split(/^(?=##)/m).map((step) => step.trimEnd());
/** Returns the number of the marks before the title of a step: two, and one more inside each pressed control. */
const depthOf = (step: string): number => /^#*/.exec(step)?.[0].length ?? 0;
const titleOf = (step: string): string => step.split('\n', 1)[0] ?? '';

/** Returns the titles of the steps that differ from their record. */
function differingSteps(stored: string, found: string): string[] {
  const steps = new Set(stepsOf(stored));
  return stepsOf(found)
    .filter((step) => !steps.has(step))
    .map(titleOf);
}

/**
 * Returns the stored steps whose titles are those of the steps in a text, and the text; both have their steps in the
 * same order. Reads after the page was opened are left out, because a step that only the full comparison performs may
 * have read the same before.
 */
function inShort(stored: string, text: string): Compared {
  const known = stepsOf(stored).map(withoutReads);
  const steps = stepsOf(text).map(withoutReads);
  const found: string[] = [];
  let from = 0;
  for (const title of steps.map(titleOf)) {
    const at = known.findIndex((step, index) => index >= from && titleOf(step) === title);
    const step = known[at];
    if (step === undefined) continue;
    found.push(step);
    from = at + 1;
  }
  return { stored: found.join('\n'), text: steps.join('\n') };
}

const withoutReads = (step: string): string =>
  /^#+ (press|fill|submit|empty) /.test(step)
    ? step
        .split('\n')
        .filter((line) => !line.startsWith('> GET '))
        .join('\n')
    : step;

const failingTitle = '## while every read fails';

class Recorder {
  readonly #world: AdminWorld;
  readonly #page: RecordedPage;
  readonly #clock: StillClock;
  readonly #filledFields: Set<Key>;
  /** Steps of the stored record. */
  readonly #steps: readonly string[];
  readonly #lines: string[] = [];
  readonly #downloads: string[] = [];
  /** Entries of menus that were pressed, each after the kind of its menu. */
  readonly #pressedEntries = new Set<string>();
  /** Number of times that each dialog was left, by its name. */
  readonly #leftSurfaces = new Map<string, number>();
  #element: Opened | undefined;
  /** Outline of the page after it was opened. */
  #base: Outline = { page: [], surfaces: new Map() };
  /** Outline after the last step. */
  #last: Outline = this.#base;
  /**
   * State that was read since the page came to rest. It cannot change until the next action, and reading it takes
   * long.
   */
  #seen: Seen = { controls: new Map() };
  #refuses = false;

  /**
   * @param stored the page's stored record; decides which steps are compared in each run
   * @param filledFields fields of the area that were filled one by one; the pages of the area share the set
   */
  constructor(
    world: AdminWorld,
    page: RecordedPage,
    clock: StillClock,
    { stored, filledFields }: { readonly stored: string; readonly filledFields: Set<Key> },
  ) {
    this.#filledFields = filledFields;
    this.#world = world;
    this.#page = page;
    this.#steps = stepsOf(stored);
    this.#clock = clock;
  }

  async record(): Promise<string[]> {
    const restore = this.#catchDownloads();
    try {
      this.#answerWrites();
      this.#world.permissions = this.#page.as ?? ['*'];
      await this.#open();
      const usual = this.#base;
      const requests = this.#sent();
      this.#lines.push(...allLines(usual), ...requests);
      const menus = this.#page.brief === true ? [] : await this.#menus();
      await this.#content([], 0);
      if (this.#page.brief !== true) await this.#permissions(usual, menus, requests);
      await this.#states(usual, requests);
    } finally {
      restore();
      this.#element?.remove();
    }
    return this.#lines;
  }

  /** Answers each change that the test gives no answer for, and refuses all while `#refuses` is set. */
  #answerWrites(): void {
    const { routes } = this.#world.server;
    for (const name of Object.keys(routes)) {
      const answer = routes[name];
      if (!answer || name.startsWith('GET ')) continue;
      routes[name] = (call: FakeCall) => (this.#refuses ? refusal() : answer(call));
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      routes[`${method} /*`] ??= () => (this.#refuses ? refusal() : {});
  }

  #catchDownloads(): () => void {
    const { click } = HTMLAnchorElement.prototype;
    const { open } = window;
    const downloads = this.#downloads;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      if (this.hasAttribute('download')) downloads.push(`download ${this.download}`);
      else click.call(this);
    };
    window.open = (url) => {
      downloads.push(`open ${String(url)}`);
      return null;
    };
    // The browser allows a page to write to the clipboard only while its window has the focus.
    navigator.clipboard.writeText = (text) => {
      downloads.push(`copy ${text}`);
      return Promise.resolve();
    };
    return () => {
      HTMLAnchorElement.prototype.click = click;
      window.open = open;
      Reflect.deleteProperty(navigator.clipboard, 'writeText');
    };
  }

  /** Waits until the page rests: no request, no short timer, no script being loaded, and no change for two frames. */
  async #settle(root: ShadowRoot): Promise<void> {
    let changedAt = 0;
    let frames = 0;
    const observer = new MutationObserver(() => (changedAt = frames));
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    const { server } = this.#world;
    let calls = server.calls.length;
    try {
      await waitUntil(
        async () => {
          if (frames - changedAt >= 1) await frame();
          await otherTasks();
          frames += 1;
          const isBusy = server.pending > 0 || this.#clock.waiting() > 0 || server.calls.length !== calls;
          calls = server.calls.length;
          if (isBusy) changedAt = frames;
          // The button of a form stays busy under the question that the form asks.
          const isShownBusy = this.#surface(root).querySelector('[aria-busy=true]') !== null;
          return frames - changedAt >= 2 && !isShownBusy && !isLoading(root);
        },
        'the page rests',
        { interval: 0, timeout: restMs },
      );
    } finally {
      observer.disconnect();
      this.#seen = { controls: new Map() };
    }
  }

  /** Returns the outline of the page at rest. */
  #look(): Outline {
    this.#seen.outline ??= outlineOf(this.#root, this.#last);
    return this.#seen.outline;
  }

  /**
   * Returns the controls inside a menu or dialog, or on the page: role and name, and a number if several have the same.
   */
  #keyed(surface: ParentNode): ReadonlyMap<Key, HTMLElement> {
    let found = this.#seen.controls.get(surface);
    if (!found) this.#seen.controls.set(surface, (found = keyed(surface)));
    return found;
  }

  #controls(surface = this.#surface()): Key[] {
    return [...this.#keyed(surface).keys()];
  }

  #control(key: Key, surface = this.#surface()): HTMLElement | undefined {
    return this.#keyed(surface).get(key);
  }

  async #open(readonly = false): Promise<ShadowRoot> {
    this.#element?.remove();
    this.#clock.restart();
    sessionStorage.clear();
    localStorage.clear();
    this.#world.events.length = 0;
    this.#world.server.calls.length = 0;
    this.#element = await this.#world.open(this.#page.route, { readonly });
    const { root } = this.#element;
    await this.#settle(root);
    for (const key of this.#page.first ?? []) {
      const control = this.#control(key) ?? optionIn(root, key);
      const value = this.#page.values?.[nameOfKey(key)];
      if (control instanceof HTMLSelectElement && value !== undefined) this.#set(control, value, 'change');
      else if (control && roleOfKey(key) === 'combobox') this.#openList(control);
      else if (control && value !== undefined && /^(textbox|searchbox|spinbutton) /.test(key))
        await this.#type(key, value);
      else control?.click();
      await this.#settle(root);
    }
    this.#base = outlineOf(root);
    this.#seen.outline = this.#base;
    this.#last = this.#base;
    return root;
  }

  get #root(): ShadowRoot {
    if (!this.#element) throw new Error('the page is not open');
    return this.#element.root;
  }

  /** Returns the requests, events and downloads since the last step as lines. */
  #sent(): string[] {
    const { server, events } = this.#world;
    const requests = server.calls.splice(0).map(({ method, url, body }) => {
      const path = `${url.pathname.replace(/^.*?\/api/, '') || '/'}${decodeURIComponent(url.search)}`;
      return withoutChance(`> ${method} ${path}${body === undefined ? '' : ` ${body}`}`);
    });
    const happened = [...events.splice(0), ...this.#downloads.splice(0)].map((one) => withoutChance(`! ${one}`));
    return [...[...new Set(requests)].sort(), ...happened];
  }

  /**
   * Performs a step, and records its title, what it changed on the page, and what it sent.
   * @param act performs the step; may return a note, which is recorded below the title
   */
  async #step(title: string, act: () => void | string | Promise<void | string>): Promise<void> {
    const before = this.#look();
    const note = await act();
    await this.#settle(this.#root);
    this.#last = before;
    this.#last = this.#look();
    this.#lines.push(title, ...(note ? [note] : []), ...changesOf(before, this.#last), ...this.#sent());
  }

  /** Returns to the page as it was opened and presses the controls of a path, without recording. */
  async #goTo(path: readonly Key[]): Promise<void> {
    await this.#leave();
    if (!this.#isAsOpened()) await this.#open();
    for (const key of path) {
      this.#control(key)?.click();
      await this.#settle(this.#root);
      // A dialog hides the page, so the page must be read before the dialog opens.
      this.#last = this.#look();
    }
    this.#sent();
  }

  /**
   * Closes the surfaces that are open over the page, and notifications. The page need not be opened anew if it then
   * shows the same as when it was opened.
   */
  async #leave(): Promise<void> {
    for (let left = deepest; left > 0 && this.#surface() !== this.#root; left -= 1) {
      const surface = this.#surface();
      const way = this.#wayOut(surface);
      const before = this.#controls(surface);
      if (way) this.#control(way, surface)?.click();
      else if (surface instanceof Element)
        surface.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
      await this.#settle(this.#root);
      // A button may also close a part of the dialog, such as a form inside it.
      const isUnchanged = this.#surface() === surface && this.#controls(surface).join() === before.join();
      if (way && isUnchanged && surface instanceof Element)
        throw new Error(`${way} does not close ${labelOf(surface)}`);
    }
    const notifications = [...this.#root.querySelectorAll('[role=region]')].find(
      (one) => labelOf(one) === 'Notifications',
    );
    const closing = [...(notifications?.querySelectorAll('button') ?? [])].filter((one) => labelOf(one) === 'Close');
    for (const button of closing) button.click();
    if (closing.length > 0) await this.#settle(this.#root);
    this.#last = this.#look();
  }

  /**
   * Returns a button that closes a dialog: each time that a dialog with this name is left, another one of its buttons.
   */
  #wayOut(surface: ParentNode): Key | undefined {
    const ways = [...this.#keyed(surface)]
      .filter(([key, control]) => key.startsWith('button ') && leavesDialog.test(nameOfKey(key)) && !isSubmit(control))
      .map(([key]) => key);
    const name = surface instanceof Element ? labelOf(surface) : '';
    const times = this.#leftSurfaces.get(name) ?? 0;
    this.#leftSurfaces.set(name, times + 1);
    return ways[times % ways.length];
  }

  /** Returns the topmost menu or dialog, or the page. */
  #surface(root: ShadowRoot = this.#root): ParentNode {
    const surfaces = [...root.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open], [role=menu]')];
    return surfaces.filter((one) => one.checkVisibility()).at(-1) ?? root;
  }

  /**
   * Records the controls of the surface to which the path leads: one after the other on a page and in a menu,
   * together in a form.
   */
  async #content(path: readonly Key[], depth: number): Promise<void> {
    const surface = this.#surface();
    const ownSubmit = surface === this.#root ? this.#page.submit?.at(-1) : undefined;
    const ofSurface = ownSubmit === undefined ? submitsOf(surface, this.#keyed(surface)) : [ownSubmit];
    const submits = ofSurface.filter((key) => surface !== this.#root || this.#page.only?.test(key) !== false);
    const controls = this.#controls(surface).filter((key) => this.#isPressed(key));
    // On a page with several forms, controls that belong to none of them are pressed as on a page without a form.
    const single = submits.length === 1 ? [] : controls.filter((key) => formOf(this.#control(key, surface)) === null);
    for (const key of isShort ? this.#leading(single, surface, path) : single) await this.#single(path, key, depth);
    for (const [index, submit] of submits.entries()) {
      if (index > 0) await this.#goTo(path);
      if (submits.length === 1 || this.#isPressed(submit)) await this.#form(path, depth, submit, submits.length > 1);
    }
  }

  /**
   * Returns the controls that are pressed or filled in each run: all that change something according to the record. Of
   * the controls of several rows with the same role and first word it returns the one with the longest record; the
   * menus of all rows are opened, but an entry is pressed only in the first menu that has it.
   * @param path the controls that were pressed to reach these controls
   */
  #leading(keys: readonly Key[], surface: ParentNode, path: readonly Key[]): Key[] {
    const changing = keys.filter((key) => this.#recordedLines(key) > 0);
    const menu = kindOf(path.at(-1) ?? '');
    return changing.filter((key) => {
      if (key.startsWith('menuitem ')) {
        const entry = `${menu} ${key}`;
        const isNew = !this.#pressedEntries.has(entry);
        this.#pressedEntries.add(entry);
        return isNew;
      }
      const control = this.#control(key, surface);
      if (!control?.closest(rows) || control.ariaHasPopup === 'menu') return true;
      const alike = changing.filter((one) => kindOf(one) === kindOf(key) && this.#control(one, surface)?.closest(rows));
      const longest = Math.max(...alike.map((one) => this.#recordedLines(one)));
      return alike.find((one) => this.#recordedLines(one) === longest) === key;
    });
  }

  /**
   * Returns the number of lines that the record has for pressing a control, with the steps below it; 0 if it changes
   * nothing. Fields and controls without a step count as one line.
   */
  #recordedLines(key: Key): number {
    const at = this.#steps.findIndex((step) => titleOf(step).endsWith(` press ${key}`));
    if (at < 0) return 1;
    const depth = depthOf(this.#steps[at] ?? '');
    const next = this.#steps.findIndex((step, index) => index > at && depthOf(step) <= depth);
    const block = this.#steps.slice(at, next < 0 ? undefined : next);
    return block.reduce((sum, step) => sum + step.split('\n').length - 1, 0);
  }

  #isLeftOut(key: Key): boolean {
    const { skip, only } = this.#page;
    return skip?.test(key) === true || (only?.test(key) === false && this.#surface() === this.#root);
  }

  #isPressed(key: Key): boolean {
    if (this.#isLeftOut(key)) return false;
    const isOfEveryList = ofEveryList.test(key) || this.#control(key)?.closest('th, [role=columnheader]');
    return this.#page.whole === true || !isOfEveryList;
  }

  async #single(path: readonly Key[], key: Key, depth: number): Promise<void> {
    const before = this.#surface();
    const control = this.#control(key, before);
    if (!control || isDisabled(control)) return;
    if (roleOfKey(key) === 'button' && leavesDialog.test(nameOfKey(key))) return;
    const known = new Set(this.#controls(before));
    const mark = `##${'#'.repeat(depth)}`;
    if (pressedRoles.test(roleOfKey(key))) {
      await this.#step(`${mark} press ${key}`, () => press(control));
      if (depth < deepest && !this.#isAsOpened())
        await this.#opened({ path: [...path, key], before, known, depth: depth + 1 });
    } else await this.#fill(key, mark);
    if (path.length > 0 || !this.#isAsOpened()) await this.#goTo(path);
  }

  /** Tells whether the page shows the same as after it was opened. */
  #isAsOpened(): boolean {
    return changesOf(this.#base, this.#look()).length === 0;
  }

  /** Records the surface that a pressed control opened: a menu, a dialog, or further controls on the page. */
  async #opened(at: {
    readonly path: readonly Key[];
    readonly before: ParentNode;
    readonly known: ReadonlySet<Key>;
    readonly depth: number;
    /** The further controls of the page that are pressed; default: all. */
    readonly only?: RegExp;
  }): Promise<void> {
    const { path, before, known, depth, only = /^/ } = at;
    const surface = this.#surface();
    if (surface !== before && surface !== this.#root) await this.#content(path, depth);
    if (surface !== before || !revealing.test(path.at(-1) ?? '')) return;
    const further = this.#controls(surface).filter(
      (key) => !known.has(key) && only.test(key) && !isOtherStateOf(key, path) && this.#isPressed(key),
    );
    for (const key of isShort ? this.#leading(further, surface, path) : further) await this.#single(path, key, depth);
  }

  /**
   * Records a form: its buttons and fields, its errors for empty texts, then a refusal and the request that it sends.
   */
  async #form(path: readonly Key[], depth: number, submit: Key, isOneOfSeveral: boolean): Promise<void> {
    const mark = `##${'#'.repeat(depth)}`;
    const ownControls = (): Key[] => {
      const form = formOf(this.#control(submit));
      const keys = this.#controls();
      return isOneOfSeveral ? keys.filter((key) => formOf(this.#control(key)) === form) : keys;
    };
    const fieldsNow = (): Key[] => ownControls().filter((key) => fieldRoles.test(roleOfKey(key)));
    const buttons = ownControls().filter(
      (key) =>
        /^(button|tab) /.test(key) &&
        key !== submit &&
        !this.#page.submit?.includes(key) &&
        !leavesDialog.test(nameOfKey(key)) &&
        this.#isPressed(key),
    );
    for (const key of isShort ? this.#leading(buttons, this.#surface(), path) : buttons) {
      const before = this.#surface();
      const control = this.#control(key, before);
      if (!control || isDisabled(control)) continue;
      const known = new Set(this.#controls(before));
      const shown = this.#look();
      await this.#step(`${mark} press ${key}`, () => press(control));
      const now = this.#surface();
      if (now === before && key.startsWith('tab ')) {
        const opened = { path: [...path, key], before: now, known, depth: depth + 1, only: /^button / };
        if (depth < deepest) await this.#opened(opened);
      } else if (now === before || (path.length === 0 && now === this.#root)) {
        if (changesOf(shown, this.#look()).length > 0) await this.#goTo(path);
        continue;
      } else if (depth < deepest && now !== this.#root) await this.#content([...path, key], depth + 1);
      await this.#goTo(path);
    }
    const editable = (): Key[] =>
      fieldsNow().filter((key) => !this.#isLeftOut(key) && this.#isEditable(this.#control(key)));
    if (editable().length === 0 && !this.#handle()) return this.#submitTwice(path, `${mark} submit`, submit);
    if (await this.#fillOneByOne(mark, fieldsNow)) await this.#goTo(path);
    const fields = editable();
    const texts = fields.filter((key) => /^(textbox|spinbutton) /.test(key));
    // The other values are longer than the stored ones, so they are built before these are emptied.
    const values = new Map(texts.map((key) => [key, this.#otherTextOf(key)]));
    if (texts.length > 0)
      await this.#submit(`${mark} empty all texts and submit with ${submit}`, submit, async () => {
        for (const key of texts) this.#give(key, '');
        await this.#settle(this.#root);
      });
    if (!this.#control(submit) || (path.length > 0 && this.#surface() === this.#root)) await this.#goTo(path);
    await this.#step(`${mark} fill all fields`, () => this.#fillAll(fieldsNow, values));
    return this.#submitTwice(path, `${mark} submit`, submit);
  }

  /**
   * Records what each field of a form changes when it gets another value. Lists, checkboxes and radio buttons precede
   * texts, because only they are filled in each run, and the first change of a form changes more than later ones. Each
   * run leaves out a form if all its lists, checkboxes and radio buttons were filled in earlier forms of the area.
   * @returns true: a field was filled
   */
  async #fillOneByOne(mark: string, fieldsNow: () => readonly Key[]): Promise<boolean> {
    const isKnown = (key: Key): boolean => textRoles.test(key) || this.#filledFields.has(key);
    if (isShort && fieldsNow().every(isKnown)) return false;
    const filled = new Set<Key>();
    let hasFilled = false;
    for (;;) {
      const left = fieldsNow().filter((key) => !filled.has(key));
      const next = left.find((key) => !textRoles.test(key)) ?? (isShort ? undefined : left[0]);
      if (next === undefined) return hasFilled;
      filled.add(next);
      if (this.#isLeftOut(next)) continue;
      this.#filledFields.add(next);
      hasFilled = true;
      await this.#fill(next, mark);
    }
  }

  /** Submits a form while the server refuses its values, and again when it takes them. */
  async #submitTwice(path: readonly Key[], title: string, submit: Key): Promise<void> {
    this.#refuses = true;
    await this.#submit(`${title} with ${submit} while the server refuses`, submit);
    this.#refuses = false;
    if (!this.#control(submit) || (path.length > 0 && this.#surface() === this.#root)) await this.#goTo(path);
    await this.#submit(`${title} with ${submit}`, submit);
  }

  /** Returns another text for a field, if possible with a blank at its end, which most forms remove. */
  #otherTextOf(key: Key): string {
    const known = this.#page.values?.[nameOfKey(key)];
    const field = this.#control(key);
    return known ?? (field ? withBlank(field) : '');
  }

  /**
   * Gives all fields of a form other values at once, also those that appear because of these values.
   * @param values the other values of fields that are empty now
   */
  async #fillAll(fieldsNow: () => readonly Key[], values: ReadonlyMap<Key, string>): Promise<void> {
    const filled = new Set<Key>();
    for (let round = 0; round < 3; round += 1) {
      const next = fieldsNow().filter((key) => !filled.has(key) && !this.#isLeftOut(key));
      if (next.length === 0) break;
      for (const key of next) {
        filled.add(key);
        const field = this.#control(key);
        if (!field?.isConnected || !this.#isEditable(field)) continue;
        if (field instanceof HTMLSelectElement) {
          const value = [...field.options].findLast((one) => !one.disabled && one.value !== field.value)?.value;
          if (value !== undefined) this.#set(field, value, 'change');
        } else if (roleOfKey(key) === 'combobox') await this.#pickLast(field);
        else if (pressedRoles.test(roleOfKey(key))) field.click();
        else this.#give(key, values.get(key) ?? this.#otherTextOf(key));
        field.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
      }
      await this.#settle(this.#root);
    }
    // The request must contain the order that the user has chosen.
    const handle = this.#handle();
    if (handle) press(handle);
  }

  /** Returns the handle that moves the first row of a list in the topmost dialog or on the page. */
  #handle(): HTMLElement | undefined {
    const handles = [...this.#keyed(this.#surface())].filter(
      ([key, control]) => isHandle(control) && !this.#isLeftOut(key),
    );
    return handles.map(([, control]) => control).find((control) => !isDisabled(control));
  }

  async #pickLast(field: HTMLElement): Promise<void> {
    this.#openList(field);
    await this.#settle(this.#root);
    this.#lastOption()?.click();
    if (field.ariaExpanded === 'true') field.blur();
    await this.#settle(this.#root);
  }

  async #submit(title: string, submit: Key, first?: () => Promise<void>): Promise<void> {
    const form = this.#surface();
    await this.#step(title, async () => {
      await first?.();
      if (form === this.#root)
        for (const key of this.#page.submit?.slice(0, -1) ?? []) {
          this.#control(key)?.click();
          await this.#settle(this.#root);
        }
      const control = this.#control(submit);
      if (!control || isDisabled(control)) return `(${control ? 'disabled' : 'absent'}: ${submit})`;
      control.click();
      return undefined;
    });
    // A form may ask a question before it sends its values.
    const question = this.#surface();
    if (question === form || !(question instanceof Element) || question.getAttribute('role') !== 'alertdialog') return;
    const confirm = submitsOf(question, this.#keyed(question)).at(-1);
    if (confirm !== undefined)
      await this.#step(`${title}, then confirm with ${confirm}`, () => this.#control(confirm, question)?.click());
  }

  #isEditable(field: HTMLElement | undefined): boolean {
    return field?.matches(uneditable) === false;
  }

  /** Gives a field another value: a longer text, a larger number, the other state, or other values of its list. */
  async #fill(key: Key, mark: string): Promise<void> {
    const surface = this.#surface();
    const field = this.#control(key);
    if (!field || !this.#isEditable(field)) return;
    const role = roleOfKey(key);
    if (role === 'combobox' && !(field instanceof HTMLSelectElement)) await this.#chooseLast(key, field, mark);
    else if (field instanceof HTMLSelectElement) {
      const values = [...field.options]
        .filter((one) => !one.disabled && one.value !== field.value)
        .map((one) => one.value);
      for (const value of values.slice(-chosenValues)) {
        if (!field.isConnected) return;
        await this.#step(`${mark} choose ${value} in ${key}`, async () => {
          this.#set(field, value, 'change');
          await this.#settle(this.#root);
          // A page that is not in front has no focus, so that nothing loses it.
          field.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
        });
        await this.#answer(mark, surface);
      }
    } else if (pressedRoles.test(role)) {
      await this.#step(`${mark} press ${key}`, () => field.click());
      await this.#answer(mark, surface);
    } else {
      const value = this.#page.values?.[nameOfKey(key)] ?? otherValue(field);
      await this.#step(`${mark} type ${JSON.stringify(value)} in ${key}`, () => this.#type(key, value));
    }
  }

  /** Confirms the question that a new value of a field in the surface `asked` has asked, if there is one. */
  async #answer(mark: string, asked: ParentNode): Promise<void> {
    const question = this.#surface();
    if (question === asked || !(question instanceof Element) || question.getAttribute('role') !== 'alertdialog') return;
    const answer = submitsOf(question, this.#keyed(question)).at(-1);
    if (answer !== undefined)
      await this.#step(`${mark} answer with ${answer}`, () => this.#control(answer, question)?.click());
  }

  async #chooseLast(key: Key, field: HTMLElement, mark: string): Promise<void> {
    await this.#step(`${mark} open ${key}`, () => this.#openList(field));
    const last = this.#lastOption();
    if (last) await this.#step(`${mark} choose ${JSON.stringify(labelOf(last))}`, () => last.click());
    // A list in which several options can be chosen stays open until the focus leaves it.
    if (field.ariaExpanded === 'true') await this.#step(`${mark} close ${key}`, () => field.blur());
  }

  /** Returns the last option of the open list that can be chosen and is not chosen yet. */
  #lastOption(): HTMLElement | undefined {
    const options = [...this.#root.querySelectorAll<HTMLElement>('[role=option]')].filter((one) =>
      one.checkVisibility(),
    );
    return options.findLast((one) => one.ariaSelected !== 'true' && one.ariaDisabled !== 'true');
  }

  #openList(field: HTMLElement): void {
    field.focus();
    field.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    if (!this.#root.querySelector('[role=option]')) field.click();
  }

  async #type(key: Key, value: string): Promise<void> {
    const field = this.#give(key, value);
    if (!field) return;
    await this.#settle(this.#root);
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
  }

  /** Gives a text field a value, and returns the field. */
  #give(key: Key, value: string): HTMLElement | undefined {
    const field = this.#control(key);
    if (!field) return undefined;
    if (field.classList.contains('cm-content')) {
      // Cast: the editor keeps its view in this member of its content.
      const { view } = (field as unknown as { cmTile: { view: EditorFace } }).cmTile;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    } else this.#set(field, value, 'input');
    return field;
  }

  #set(field: HTMLElement, value: string, event: 'input' | 'change'): void {
    const kind = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find((one) => field instanceof one);
    if (!kind) return;
    field.focus();
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(event, { bubbles: true }));
  }

  /**
   * Records how the page and its requests differ from the administrator's for other users and in a read-only element.
   * @param all the page that the administrator has opened, with its menus and what it sent
   */
  async #permissions(all: Outline, allMenus: readonly string[], requests: readonly string[]): Promise<void> {
    const { base, permissions = [] } = this.#page;
    if (allMenus.length > 0) this.#lines.push('## menus', ...allMenus);
    /** Opens the page, and returns its menus and what it sent when it opened. */
    const openAgain = async (readonly = false): Promise<string[]> => {
      await this.#open(readonly);
      const sent = this.#sent();
      return [...(await this.#menus()), ...sent];
    };
    const ofAll = [...allMenus, ...requests];
    const menus = changedLines(ofAll, await openAgain(true));
    this.#lines.push('## in a read-only element', ...differenceOf(all, this.#base), ...menus);
    if (base) {
      this.#world.permissions = base;
      const ofLeast = await openAgain();
      const least = this.#base;
      this.#lines.push(`## with only ${base.join(', ')}`, ...differenceOf(all, least), ...changedLines(ofAll, ofLeast));
      // The parts of `a + b` are also held alone: a page must not take one of them for both.
      for (const permission of new Set(permissions.flatMap((one) => [...one.split(' + '), one]))) {
        this.#world.permissions = [...base, ...permission.split(' + ')];
        const more = changedLines(ofLeast, await openAgain());
        this.#lines.push(`## and with ${permission}`, ...differenceOf(least, this.#base), ...more);
      }
      if (permissions.length > 1 && !isShort) {
        this.#world.permissions = [...base, ...permissions.flatMap((one) => one.split(' + '))];
        const missing = changedLines(ofAll, await openAgain());
        this.#lines.push('## with all of these permissions', ...differenceOf(all, this.#base), ...missing);
      }
      this.#world.permissions = [];
      await this.#open();
      this.#lines.push('## without any permission', ...allLines(this.#base), ...this.#sent());
      this.#world.permissions = ['*'];
    }
    this.#sent();
  }

  /** Tells whether the record shows a failure of this read alone that the page does not show when all reads fail. */
  #showsItsFailure(read: string): boolean {
    if (read.startsWith('GET /entitylists/preferences/')) return false;
    const step = (title: string): readonly string[] | undefined =>
      this.#steps
        .find((one) => titleOf(one) === title)
        ?.split('\n')
        .slice(1);
    const ofAll = new Set(step(failingTitle));
    return step(`## while ${read} fails`)?.some((line) => !ofAll.has(line)) === true;
  }

  /** Records the page while all requests have the same answer, except those for the signed-in user. */
  async #whole(title: string, usual: Outline, answer: () => Response): Promise<void> {
    const { routes } = this.#world.server;
    const kept = { ...routes };
    for (const name of Object.keys(routes)) if (!isOfUser.test(name)) delete routes[name];
    for (const method of ['GET', 'POST', 'PUT']) routes[`${method} /*`] = answer;
    await this.#open();
    this.#lines.push(title, ...added(changesOf(usual, this.#base)));
    // The order of the routes counts, so all of them are set again.
    for (const name of Object.keys(routes)) delete routes[name];
    Object.assign(routes, kept);
  }

  /** Opens each menu of the page and returns one line for it: its name and its entries. */
  async #menus(): Promise<string[]> {
    const root = this.#root;
    const lines: string[] = [];
    for (const [key, trigger] of this.#keyed(root)) {
      if (trigger.ariaHasPopup !== 'menu' || isDisabled(trigger) || !this.#isPressed(key)) continue;
      trigger.click();
      await waitUntil(() => root.querySelector('[role=menu] [role^=menuitem]'), `${key} opens a menu`, { interval: 0 });
      const entries = [...root.querySelectorAll<HTMLElement>('[role=menu] [role^=menuitem]')];
      lines.push(
        `menu of ${key}: ${entries.map((one) => labelOf(one) + (isDisabled(one) ? ' (disabled)' : '')).join(' | ')}`,
      );
      trigger.click();
      await waitUntil(() => !root.querySelector('[role=menu]'), `the menu of ${key} is closed`, { interval: 0 });
    }
    return lines;
  }

  /**
   * Records the page while each of its requests fails, and in the states that the test describes.
   * @param usual the page as it was opened first, and `requests` what it sent then
   */
  async #states(usual: Outline, requests: readonly string[]): Promise<void> {
    const variants = Object.entries(this.#page.variants ?? {});
    const { routes } = this.#world.server;
    const reads = new Set(
      requests
        .flatMap((line) => /^> (GET [^? ]+)/.exec(line)?.[1] ?? [])
        .filter((read) => this.#page.brief !== true && (!isShort || this.#showsItsFailure(read))),
    );
    const kept = { ...routes };
    if (this.#page.brief !== true) {
      await this.#whole('## while the server refuses every read', usual, forbidden);
      await this.#whole(failingTitle, usual, failure);
    }
    for (const read of [...reads].filter((one) => !isOfUser.test(one)).sort()) {
      // A more exact route precedes the others, because the server takes an exact name first.
      routes[read] = () => failure();
      await this.#open();
      this.#lines.push(`## while ${read} fails`, ...added(changesOf(usual, this.#base)));
      if (kept[read]) routes[read] = kept[read];
      else delete routes[read];
      const retry = this.#control('button Try again', this.#root);
      if (!retry) continue;
      this.#sent();
      retry.click();
      await this.#settle(this.#root);
      const after = outlineOf(this.#root);
      this.#lines.push(`## press button Try again after ${read} failed`, ...changesOf(usual, after), ...this.#sent());
    }
    for (const [name, answers] of variants) {
      Object.assign(routes, answers);
      await this.#open();
      this.#lines.push(`## ${name}`, ...differenceOf(usual, this.#base));
      for (const route of Object.keys(answers))
        if (kept[route]) routes[route] = kept[route];
        else delete routes[route];
    }
  }
}

/** Returns the changes, or all lines if these are fewer. */
function differenceOf(before: Outline, after: Outline): string[] {
  const changes = changesOf(before, after);
  const lines = allLines(after);
  return changes.length <= lines.length ? changes : lines;
}

/** Returns only the added lines, because a record of a failed page contains only what the page shows instead. */
const added = (changes: readonly string[]): string[] => changes.filter((line) => line.startsWith('+'));

/** Tells whether a part of the page shows that its data or its script is being loaded. */
const isLoading = (root: ParentNode): boolean =>
  [...root.querySelectorAll('[role=status]')].some(({ textContent }) => textContent.startsWith('Loading'));

interface EditorFace {
  readonly state: { readonly doc: { readonly length: number } };
  dispatch(change: { readonly changes: { from: number; to: number; insert: string } }): void;
}

/** Requests for the signed-in user and the server, without which no page opens. */
const isOfUser = /^GET \/($|users\/ada|system\/sessions)/;

const answerOf = (status: number, message: string): Response =>
  new Response(JSON.stringify({ type: 'ApiError', message }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const refusal = (): Response => answerOf(400, 'The server refuses this.');
const forbidden = (): Response => answerOf(403, 'The server forbids this.');
const failure = (): Response => answerOf(500, 'The server fails.');

const optionIn = (root: ParentNode, key: Key): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('[role=option]')].find((one) => `option ${labelOf(one)}` === key);

function keyed(surface: ParentNode): Map<Key, HTMLElement> {
  const found = new Map<Key, HTMLElement>();
  for (const element of surface.querySelectorAll<HTMLElement>('button, input, textarea, select, [role], .cm-content')) {
    const role = roleOf(element);
    if (role === undefined || !(fieldRoles.test(role) || pressedRoles.test(role))) continue;
    if (element.ariaHidden === 'true' || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element instanceof HTMLInputElement && (element.type === 'file' || element.type === 'hidden')) continue;
    const name = `${role} ${labelOf(element)}` as const;
    let key: Key = name;
    for (let number = 2; found.has(key); number += 1) key = `${name} (${number})`;
    found.set(key, element);
  }
  return found;
}

/**
 * Tells whether a control may be a pressed checkbox in its other state, which has another name (`Deselect Web` after
 * `Select Web`): after a checkbox, every other checkbox counts.
 */
const isOtherStateOf = (key: Key, path: readonly Key[]): boolean =>
  roleOfKey(key) === 'checkbox' && path.some((one) => roleOfKey(one) === 'checkbox');

/** Tells whether a control moves its row in a list, with the arrow keys. */
const isHandle = (control: HTMLElement): boolean => control.getAttribute('aria-description') === laterKitTexts.moveHelp;

/** Presses a control; the handle of a row moves the row down. */
function press(control: HTMLElement): void {
  if (isHandle(control)) control.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  else control.click();
}

const isSubmit = (control: HTMLElement): boolean => control instanceof HTMLButtonElement && control.type === 'submit';
const isDisabled = (control: HTMLElement): boolean => control.matches(':disabled, [aria-disabled=true]');
/** Returns role and first word of a control, which are the same for the controls of several rows. */
const kindOf = (key: string): string => /^\S+ \S+/.exec(key)?.[0] ?? key;
const rows = 'tr, li, [role=row], [role=listitem]';
const roleOfKey = (key: Key): string => key.slice(0, key.indexOf(' '));
const nameOfKey = (key: Key): string => key.slice(key.indexOf(' ') + 1);

/** Returns the form of a control; the form of a search is none, because it has nothing to save. */
const formOf = (control: HTMLElement | undefined): Element | null =>
  control?.closest('form:not([role=search])') ?? null;

/** Returns the control that submits each form of a surface, or that confirms a question. */
function submitsOf(surface: ParentNode, controls: ReadonlyMap<Key, HTMLElement>): Key[] {
  if (surface instanceof Element && surface.getAttribute('role') === 'menu') return [];
  const all = [...controls];
  const byForm = new Map<Element | null, Key>();
  for (const [key, element] of all)
    if (element instanceof HTMLButtonElement && element.type === 'submit' && formOf(element))
      byForm.set(formOf(element), key);
  if (byForm.size > 0) return [...byForm.values()];
  const isDialog = surface instanceof Element && /dialog$/.test(surface.getAttribute('role') ?? surface.localName);
  if (!isDialog) return [];
  return all
    .filter(([key]) => key.startsWith('button ') && !leavesDialog.test(nameOfKey(key)) && !ofEveryList.test(key))
    .slice(-1)
    .map(([key]) => key);
}

/** Returns another value for a field; a text ends with a blank, which most forms remove. */
const withBlank = (field: HTMLElement): string =>
  field instanceof HTMLInputElement && field.type === 'text' && !/^\d+$/.test(field.value)
    ? `${otherValue(field)} `
    : otherValue(field);

function otherValue(field: HTMLElement): string {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return 'text';
  if (field.type === 'number' || (field.value !== '' && /^\d+$/.test(field.value)))
    return String(Number(field.value) + 7);
  const byType: Readonly<Record<string, string>> = {
    date: '2026-05-06',
    time: '11:12',
    'datetime-local': '2026-05-06T11:12',
    email: 'new@example.org',
    url: 'https://example.org/new',
    color: '#123456',
    range: '7',
  };
  return byType[field.type] ?? `${field.value}x`;
}
