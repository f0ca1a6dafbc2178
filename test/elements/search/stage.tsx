/** Renders components inside an element with its shadow root, and finds controls by role and name, as users do. */
import { aTimeout } from '@open-wc/testing';
import type { ReactNode } from 'react';
import { defineElement } from '../../../elements/frame/define.js';
import { waitUntil } from '../wait.js';

let stages = 0;

/**
 * Renders the node into its own element of `width` px; `remove` of the result removes the element.
 * @param server address of the API; elements with the same address share a connection and its cached answers
 */
export async function stage(
  render: () => ReactNode,
  width = 1200,
  server?: string,
): Promise<{ root: ShadowRoot; host: HTMLElement; remove: () => void }> {
  stages += 1;
  const tag = `log-stage-${stages}` as const;
  defineElement(tag, () => render(), { signIn: 'component' });
  const host = document.createElement(tag);
  if (server !== undefined) host.setAttribute('server', server);
  host.style.display = 'block';
  host.style.width = `${width}px`;
  document.body.append(host);
  const root = host.shadowRoot;
  if (!root) throw new Error('no shadow root');
  await waitUntil(() => root.querySelector('button, [role], input, textarea, a[href], h1'), 'the stage has content');
  return { root, host, remove: () => host.remove() };
}

const implicitRoles: Readonly<Record<string, string>> = {
  button: 'button, [role=button]',
  textbox: 'input:not([type]), input[type=text], textarea, [role=textbox]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  slider: 'input[type=range], [role=slider]',
  spinbutton: 'input[type=number], [role=spinbutton]',
  combobox: 'select, [role=combobox]',
  searchbox: 'input[type=search], [role=searchbox]',
  link: 'a[href], [role=link]',
  dialog: 'dialog, [role=dialog]',
};

/** Returns the accessible name of an element, computed as far as these tests need it. */
export function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const root = element.getRootNode() as ShadowRoot;
  const by = element.getAttribute('aria-labelledby');
  if (by !== null) return root.getElementById(by)?.textContent ?? '';
  const labelled = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
  if (labelled && element.labels?.[0]) return element.labels[0].textContent;
  return seenText(element);
}

/** Returns the text of an element without parts that are not rendered or hidden from screen readers. */
function seenText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element) || node.ariaHidden === 'true') return '';
  // An element with `display: contents` has no box, but its children may have one.
  if (!node.checkVisibility() && getComputedStyle(node).display !== 'contents') return '';
  return [...node.childNodes].map(seenText).join('');
}

export function allByRole(root: ParentNode, role: string, name?: string | RegExp): HTMLElement[] {
  const selector = implicitRoles[role] ?? `[role=${role}]`;
  return [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (!element.checkVisibility()) return false;
    const own = nameOf(element).replace(/\s+/g, ' ').trim();
    return name === undefined || (typeof name === 'string' ? own === name : name.test(own));
  });
}

/**
 * Waits for a visible element with this role and name, and returns the first. The error of a timeout lists the elements
 * with this role.
 */
export async function byRole(root: ParentNode, role: string, name?: string | RegExp): Promise<HTMLElement> {
  const sought = `no ${role} ${String(name)}`;
  await waitUntil(() => allByRole(root, role, name).length > 0, sought).catch((error: unknown) => {
    const others = allByRole(root, role).map((element) => JSON.stringify(nameOf(element)));
    throw Object.assign(error as Error, { message: `Timeout: ${sought}; there are ${others.join(', ') || 'none'}` });
  });
  const [found] = allByRole(root, role, name);
  if (!found) throw new Error(sought);
  return found;
}

/**
 * Clicks the first visible element with this role and name as soon as it can be clicked. While the request that a
 * button depends on is running, the button is disabled and ignores clicks.
 */
export async function clickOn(root: ParentNode, role: string, name?: string | RegExp): Promise<void> {
  await byRole(root, role, name);
  await waitUntil(
    () => {
      const [found] = allByRole(root, role, name);
      if (!found || found.matches(':disabled, [aria-disabled=true]')) return false;
      found.click();
      return true;
    },
    `${role} ${String(name)} can be clicked`,
  );
}

/** Returns the first visible element whose own text contains a text. */
export const withText = (root: ParentNode, text: string): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('*')].find(
    (element) =>
      element.checkVisibility() &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(text)),
  );

export async function byText(root: ParentNode, text: string): Promise<HTMLElement> {
  await waitUntil(() => withText(root, text) !== undefined, `the text ${text} is shown`);
  const found = withText(root, text);
  if (!found) throw new Error(`no text ${text}`);
  return found;
}

/**
 * Waits until all finite animations have ended, so that colours and positions are final. Endless animations are
 * ignored.
 */
export async function still(element: Element): Promise<void> {
  const all = element.shadowRoot?.getAnimations() ?? element.getAnimations({ subtree: true });
  const ending = all.filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Waits 30 ms, in which React renders and the browser paints at least one frame. */
export const settled = (): Promise<void> => aTimeout(30).then(() => undefined);
