/** Compares a form with a table: the values it shows, the values it refuses, and the body that it sends. */
import { expect } from '@open-wc/testing';
import type { FakeServer } from '../fake-server.js';
import { byText, clickOn, withText } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { fill, idle, shownValues } from './admin-page.js';

export interface FormCase {
  /** Values of the fields before the first change, by label. */
  readonly shows: Readonly<Record<string, unknown>>;
  /** Values that are refused with a text, and not sent; each while all other fields have their values of `fills`. */
  readonly refuses: readonly (readonly [label: string, value: string, text: string])[];
  /** Valid values, which are saved in the end; every field with a refused value has one. */
  readonly fills: Readonly<Record<string, string | boolean>>;
  readonly submit: string;
  /** Request that saves the values. */
  readonly write: string;
  readonly body: unknown;
}

export async function expectForm(server: FakeServer, root: ShadowRoot, form: FormCase): Promise<void> {
  const { shows, refuses, fills, submit, write, body } = form;
  expect(await shownValues(root, Object.keys(shows))).to.deep.equal(shows);
  for (const [label, value] of Object.entries(fills)) await fill(root, label, value);
  for (const [label, value, text] of refuses) {
    const valid = fills[label];
    if (valid === undefined) throw new Error(`${label} has a refused value, but no valid one`);
    expect(withText(root, text) === undefined, `"${text}" is not shown while all values are valid`).to.equal(true);
    await fill(root, label, value);
    await clickOn(root, 'button', submit);
    await byText(root, text);
    await idle(server);
    expect(server.to(write), `${label} "${value}" is not sent`).to.have.length(0);
    await fill(root, label, valid);
    await waitUntil(() => withText(root, text) === undefined, `"${text}" is no longer shown`);
  }
  await clickOn(root, 'button', submit);
  await waitUntil(() => server.to(write).length > 0 && server.pending === 0, `${write} is sent`);
  expect(server.to(write).map((call): unknown => JSON.parse(call.body ?? 'null'))).to.deep.equal([body]);
}
