/**
 * Describes what a page shows and offers as lines of text, similar to what a screen reader presents: one line per
 * heading, text, control and cell, with the state of each control.
 */

const roleOfInput: Readonly<Record<string, string>> = {
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};
const roleOfTag: Readonly<Record<string, string>> = {
  a: 'link',
  button: 'button',
  textarea: 'textbox',
  select: 'combobox',
  option: 'option',
  img: 'img',
  canvas: 'canvas',
  table: 'table',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  ul: 'list',
  ol: 'list',
  li: 'listitem',
  nav: 'navigation',
  dialog: 'dialog',
  fieldset: 'group',
  form: 'form',
  progress: 'progressbar',
  meter: 'meter',
};
/** Roles whose line contains their whole text, so that their children get no lines. */
const leaves = new Set([
  ...['button', 'link', 'checkbox', 'radio', 'switch', 'textbox', 'searchbox', 'spinbutton', 'slider', 'tab', 'option'],
  ...['heading', 'img', 'canvas', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'progressbar', 'meter', 'combobox'],
]);

/** Roles without a line of their own; their children have lines. */
const unmentioned = new Set(['rowgroup', 'form', 'separator', 'document', 'generic', 'group']);
/** Roles of surfaces that open over the page. */
const surfaceRoles = new Set(['dialog', 'alertdialog', 'menu', 'listbox']);

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

function isShown(element: Element): boolean {
  if (element.ariaHidden === 'true' || /^(style|script|template|svg)$/i.test(element.localName)) return false;
  // An element with `display: contents` has no box, but its children may have one.
  return element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).display === 'contents';
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element)) return '';
  if (node.localName === 'svg')
    return node.getAttribute('aria-label') ?? node.querySelector('title')?.textContent ?? '';
  if (!isShown(node)) return '';
  return node.getAttribute('aria-label') ?? [...node.childNodes].map(textOf).join(' ');
}

const textOfIds = (element: Element, ids: string): string =>
  ids
    .split(/\s+/)
    // Cast: tests render every page in the shadow root of an element.
    .map((id) => (element.getRootNode() as ShadowRoot).getElementById(id)?.textContent ?? '')
    .join(' ');

export function roleOf(element: Element): string | undefined {
  const own = element.getAttribute('role');
  if (own !== null) return own === 'presentation' || own === 'none' ? undefined : own;
  if (element instanceof HTMLInputElement) return roleOfInput[element.type] ?? 'textbox';
  if (/^h[1-6]$/.test(element.localName)) return 'heading';
  if (element.localName === 'a' && !element.hasAttribute('href')) return undefined;
  if (element.classList.contains('cm-content')) return 'textbox';
  return roleOfTag[element.localName];
}

const hasLabels = (element: Element): element is HTMLInputElement => 'labels' in element;

/** Returns the accessible name of a control, or of another element its text. */
export function labelOf(element: Element): string {
  const by = element.getAttribute('aria-labelledby');
  if (by !== null) return flat(textOfIds(element, by));
  const own = element.getAttribute('aria-label');
  if (own !== null) return flat(own);
  if (hasLabels(element) && element.labels?.length) return flat([...element.labels].map(textOf).join(' '));
  if (element instanceof HTMLImageElement) return flat(element.alt);
  const isField = element.matches('input, textarea, select, .cm-content, canvas');
  return isField ? flat(element.getAttribute('title') ?? '') : flat([...element.childNodes].map(textOf).join(' '));
}

/** Attributes whose values a line shows, by the word that the line shows before the value. */
const shownAttributes = {
  expanded: 'aria-expanded',
  selected: 'aria-selected',
  pressed: 'aria-pressed',
  current: 'aria-current',
  sort: 'aria-sort',
  busy: 'aria-busy',
  placeholder: 'placeholder',
  min: 'min',
  max: 'max',
  maxlength: 'maxlength',
  now: 'aria-valuenow',
  valuetext: 'aria-valuetext',
  target: 'target',
  download: 'download',
  accept: 'accept',
  title: 'title',
} as const;

function statesOf(element: Element, role: string): string {
  const states: string[] = [];
  if (element.matches(':disabled, [aria-disabled=true]')) states.push('disabled');
  if ((element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.readOnly)
    states.push('readonly');
  if (element.matches(':required, [aria-required=true]')) states.push('required');
  const invalid = element.getAttribute('aria-invalid');
  if (invalid !== null && invalid !== 'false') states.push('invalid');
  if (element.matches('input[type=checkbox], input[type=radio]'))
    // Cast: the selector matches only inputs.
    states.push((element as HTMLInputElement).checked ? 'checked' : 'unchecked');
  else if (element.ariaChecked !== null) states.push(element.ariaChecked === 'true' ? 'checked' : 'unchecked');
  else if (element.matches('input, textarea, select'))
    // Cast: each of the three has a text as its value.
    states.push(`= ${JSON.stringify((element as HTMLInputElement).value)}`);
  else if (element.classList.contains('cm-content'))
    states.push(
      `= ${JSON.stringify([...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'))}`,
    );
  else if (role === 'combobox' || role === 'textbox') states.push(`= ${JSON.stringify(flat(textOf(element)))}`);
  if (element instanceof HTMLInputElement && /password|email|url|file|date|time|color/.test(element.type))
    states.push(`type ${element.type}`);
  for (const [word, attribute] of Object.entries(shownAttributes)) {
    const value = element.getAttribute(attribute);
    if (word === 'title' && value !== null && labelOf(element).includes(value)) continue;
    if (value !== null && value !== '' && value !== 'false') states.push(value === 'true' ? word : `${word} ${value}`);
  }
  if (element instanceof HTMLAnchorElement) {
    const { origin, pathname, search, hash } = new URL(element.href);
    states.push(`to ${origin === location.origin ? '' : origin}${decodeURIComponent(`${pathname}${search}${hash}`)}`);
  }
  const described = element.getAttribute('aria-describedby');
  const description =
    described === null ? (element.getAttribute('aria-description') ?? '') : textOfIds(element, described);
  if (flat(description) !== '') states.push(`(${flat(description)})`);
  return states.length > 0 ? ` [${states.join('; ')}]` : '';
}

/** Contains the lines of a page, and those of each dialog, menu and list that is open over it. */
export interface Outline {
  readonly page: readonly string[];
  /** Lines of each surface, by its first line, which names the surface. */
  readonly surfaces: ReadonlyMap<string, readonly string[]>;
}

/**
 * Describes a page. An open dialog hides the page from screen readers, so the lines of the page are then those of
 * `before`.
 * @param before the outline before the last step
 */
export function outlineOf(root: ParentNode, before?: Outline): Outline {
  const surfaces = new Map<string, readonly string[]>();
  const page = linesOf(root, surfaces);
  const isHidden = before !== undefined && root.querySelector('[role=dialog], [role=alertdialog]')?.checkVisibility();
  return { page: isHidden ? before.page : page, surfaces };
}

/**
 * Replaces the parts of a text that differ from run to run: ids, and the seconds of times on the recorded day and of
 * times at ten o'clock UTC on any day. Removes the address of the test's server.
 */
export const withoutChance = (text: string): string =>
  text
    .replace(/(2026-03-02[T ]\d\d:\d\d|20\d\d-\d\d-\d\dT10:00):\d\d(\.\d+)?/g, '$1:SS')
    .replace(/\b[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}\b/g, 'UUID')
    // An object id begins with the time at which it was made.
    .replace(/\b69a5[\da-f]{20}\b/g, 'OBJECT_ID')
    .replaceAll(location.origin, '');

function linesOf(start: ParentNode, surfaces: Map<string, readonly string[]>): string[] {
  const lines: string[] = [];
  let text = '';
  const push = (depth: number, line: string): void => {
    lines.push(withoutChance(`${'  '.repeat(depth)}${line}`));
  };
  const endText = (depth: number): void => {
    if (flat(text) !== '') push(depth, flat(text));
    text = '';
  };
  /** Term of a description list whose description has not been visited yet. */
  let term: string | undefined;
  const endTerm = (depth: number): void => {
    if (term !== undefined) push(depth, term);
    term = undefined;
  };
  const joined = (node: Element): string =>
    linesOf(node, surfaces)
      .map((one) => one.trim())
      .join(', ');
  const children = (node: Node, depth: number): void => {
    for (const child of node.childNodes) visit(child, depth);
  };
  const visit = (node: Node, depth: number): void => {
    if (node.nodeType === Node.TEXT_NODE) text += node.textContent ?? '';
    if (!(node instanceof Element)) return;
    if (node.localName === 'svg' && textOf(node) !== '') text += ` (${flat(textOf(node))}) `;
    if (!isShown(node)) return;
    // A label's text is part of the line of its control.
    if (node instanceof HTMLLabelElement && node.control) {
      if (node.contains(node.control)) visit(node.control, depth);
      return;
    }
    // A term and its description are one line, because a change of either belongs to both.
    if (node.localName === 'dt') {
      endText(depth);
      endTerm(depth);
      term = joined(node);
      return;
    }
    if (node.localName === 'dd') {
      endText(depth);
      push(depth, `${term ?? ''}: ${joined(node)}`);
      term = undefined;
      return;
    }
    const role = roleOf(node);
    // A tooltip repeats the name or the description of its control; whether a focused control shows it depends on
    // chance.
    if (role === 'tooltip') return;
    if (role === undefined || unmentioned.has(role)) {
      const { display } = getComputedStyle(node);
      const isInline = display.startsWith('inline') && !/flex|grid/.test(display);
      if (!isInline) endText(depth);
      children(node, depth);
      if (isInline) text += ' ';
      else endText(depth);
      return;
    }
    endText(depth);
    const isLeaf = leaves.has(role);
    const named = isLeaf || node.hasAttribute('aria-label') || node.hasAttribute('aria-labelledby');
    const name = named ? ` ${JSON.stringify(labelOf(node))}` : '';
    const tag = role === 'heading' ? ` ${node.localName}` : '';
    const line = withoutChance(`${role}${name}${tag}${statesOf(node, role)}`);
    if (surfaceRoles.has(role)) {
      let key = line;
      for (let number = 2; surfaces.has(key); number += 1) key = `${line} (${number})`;
      surfaces.set(key, []);
      surfaces.set(key, linesOf(node, surfaces));
    } else if (role === 'row') {
      const cells = [...node.children].map((cell) => {
        return `${joined(cell)}${statesOf(cell, 'cell')}`;
      });
      push(depth, `row${statesOf(node, role)} | ${cells.join(' | ')}`);
    } else {
      push(depth, line);
      // The options of a native list are its values.
      if (node instanceof HTMLSelectElement)
        push(depth + 1, `options ${[...node.options].map((one) => `${one.value}: ${flat(one.text)}`).join(' | ')}`);
      if (!isLeaf) {
        children(node, depth + 1);
        endText(depth + 1);
      }
    }
  };
  children(start, 0);
  endText(0);
  endTerm(0);
  return lines;
}

/** Returns the lines that were removed (`- `) and added (`+ `), without their indentation. */
export function changedLines(before: readonly string[], after: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  const added: string[] = [];
  for (const line of after) {
    const count = counts.get(line.trim()) ?? 0;
    if (count > 0) counts.set(line.trim(), count - 1);
    else added.push(`+ ${line.trim()}`);
  }
  const removed: string[] = [];
  for (const line of before) {
    const count = counts.get(line.trim()) ?? 0;
    if (count === 0) continue;
    counts.set(line.trim(), count - 1);
    removed.push(`- ${line.trim()}`);
  }
  return [...removed, ...added];
}

/** Returns the changes: lines of the page, surfaces that opened with their lines, and surfaces that closed. */
export function changesOf(before: Outline, after: Outline): string[] {
  const changes = changedLines(before.page, after.page);
  for (const [name, lines] of after.surfaces) {
    const known = before.surfaces.get(name);
    if (known) changes.push(...changedLines(known, lines));
    else changes.push(`+ ${name}`, ...lines.map((line) => `+   ${line}`));
  }
  for (const name of before.surfaces.keys()) if (!after.surfaces.has(name)) changes.push(`- ${name}`);
  return changes;
}

/** Returns all lines of an outline. */
export const allLines = ({ page, surfaces }: Outline): string[] => [
  ...page,
  ...[...surfaces].flatMap(([name, lines]) => [name, ...lines.map((line) => `  ${line}`)]),
];
