/**
 * Checks a form that changes an entity. The form must ask before it overwrites another user's change. It must show
 * errors of the server at the fields that they concern; each test names the fields that it checks.
 */
import { expect } from '@open-wc/testing';
import type { FakeServer } from '../fake-server.js';
import { byRole, clickOn } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { fill, idle } from './admin-page.js';

interface GuardedForm {
  readonly server: FakeServer;
  /** Page with the open form. */
  readonly root: ShadowRoot;
  /** Label of a field and its new value; undefined if the form is changed already. */
  readonly change?: readonly [label: string, value: string];
  readonly submit: string | RegExp;
  /** Request that reads the stored entity, such as `GET /streams/s1`. */
  readonly read: string;
  /** A text in the stored entity and the text with which another user has replaced it while the form was open. */
  readonly meanwhile: readonly [text: string, replacement: string];
  /** Request that stores the entity. */
  readonly write: string;
  /** Label of the field that shows the server's error, by the server's name of the field. */
  readonly errors: Readonly<Record<string, string>>;
}

const answer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Returns the label of a field: of its control, or of its group of controls. */
function labelOf(root: ShadowRoot, field: Element): string {
  const ofGroup = field.getAttribute('aria-labelledby');
  const label = ofGroup === null ? field.querySelector(':scope > label') : root.getElementById(ofGroup);
  return label?.textContent.replace(/ \(optional\)$/, '').trim() ?? `no label in "${field.textContent}"`;
}

export async function expectGuardedForm(form: GuardedForm): Promise<void> {
  const { server, root, change, submit, read, meanwhile, write, errors } = form;
  await idle(server);
  const texts = Object.keys(errors).map((name) => [name, [{ error: `refused ${name}` }]] as const);
  server.routes[write] = () =>
    answer(400, { message: 'Validation failed!', validation_errors: Object.fromEntries(texts) });
  if (change) await fill(root, ...change);
  const stored = server.routes[read];
  server.routes[read] = async (call): Promise<unknown> => {
    const text = JSON.stringify(await stored?.(call));
    expect(text, `${read} returns the text that another user replaces`).to.include(meanwhile[0]);
    return JSON.parse(text.replaceAll(...meanwhile));
  };
  await clickOn(root, 'button', submit);
  const question = await byRole(root, 'alertdialog', 'Changed meanwhile');
  expect(server.to(write), `${write} is not sent before the question is answered`).to.have.length(0);
  await clickOn(question, 'button', 'Overwrite');
  await waitUntil(() => server.to(write).length === 1, `${write} is sent`);
  /** Labels of the fields that show the server's errors, by the server's names. */
  const shown = (): Record<string, string> =>
    Object.fromEntries(
      Object.keys(errors).map((name) => {
        const alert = [...root.querySelectorAll('[role=alert]')].find((one) => one.textContent === `refused ${name}`);
        return [name, alert?.parentElement ? labelOf(root, alert.parentElement) : 'nowhere'];
      }),
    );
  await waitUntil(() => !Object.values(shown()).includes('nowhere'), 'the errors are shown').catch(() => undefined);
  expect(shown()).to.deep.equal(errors);
}
