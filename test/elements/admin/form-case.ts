/** Compares a form with a table: the values it shows, the values it refuses, and the body and events after saving. */
import { expect } from '@open-wc/testing';
import type { FakeServer } from '../fake-server.js';
import { byText, clickOn } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { fill, shownValues } from './admin-page.js';

export interface FormCase {
  /** Values of the fields before the first change, by label. */
  readonly shows: Readonly<Record<string, unknown>>;
  /** Values that are filled in one after another. Each is refused with a text, and the request is not sent. */
  readonly refuses: readonly (readonly [label: string, value: string, text: string])[];
  /** Values that are filled in last and saved. */
  readonly fills: Readonly<Record<string, string | boolean>>;
  readonly submit: string;
  /** Request that saves the values. */
  readonly write: string;
  readonly body: unknown;
}

export async function expectForm(server: FakeServer, root: ShadowRoot, form: FormCase): Promise<void> {
  const { shows, refuses, fills, submit, write, body } = form;
  expect(await shownValues(root, Object.keys(shows))).to.deep.equal(shows);
  for (const [label, value, text] of refuses) {
    await fill(root, label, value);
    await clickOn(root, 'button', submit);
    await byText(root, text);
  }
  expect(server.to(write), 'refused values are sent').to.have.length(0);
  for (const [label, value] of Object.entries(fills)) await fill(root, label, value);
  await clickOn(root, 'button', submit);
  await waitUntil(() => server.to(write).length === 1 && server.pending === 0, `${write} is sent`);
  expect(JSON.parse(server.to(write)[0]?.body ?? 'null')).to.deep.equal(body);
}
