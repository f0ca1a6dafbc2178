/**
 * The page of a snapshot's link. It requests the snapshot once, shows it with the elements of dashboards, and answers
 * every API call of these elements from the snapshot. The reader is not signed in, and no search runs.
 */
import '../../elements/log-dashboard.js';
import { createClient } from '../../api/client.js';
import { openSnapshot, type SnapshotContent } from '../../api/contract/snapshots.js';
import { NotFound, TooManyRequests } from '../../api/failures.js';
import { answerCalls } from '../../elements/element/transports.js';
import { formatDate } from '../../elements/kit/format.js';
import { frozenServer } from '../../elements/snapshot/frozen-server.js';
import { texts } from '../../elements/snapshot/page-texts.js';

function add(parent: Element, tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  parent.append(element);
  return element;
}

function tell({ title, text }: { readonly title: string; readonly text: string }): void {
  document.title = title;
  const main = add(document.body, 'main', 'refusal');
  add(main, 'h1', 'title', title);
  add(main, 'p', 'facts', text);
}

function show(content: SnapshotContent): void {
  const { title, created_by: person, created_at: at, expires_at: until, range, timezone, view, search } = content;
  const when = (instant: string): string => formatDate(instant, timezone);
  document.title = `${title} – ${texts.kind}`;
  const header = add(document.body, 'header', 'head');
  const line = add(header, 'div', 'line');
  add(line, 'h1', 'title', title);
  add(line, 'span', 'kind', texts.kind);
  const facts = [
    texts.frozen(person, when(at)),
    ...(range ? [rangeText(range, when)] : []),
    texts.until(when(until)),
    texts.zone(timezone),
  ];
  add(header, 'p', 'facts', facts.join(' '));
  const main = add(document.body, 'main', 'results');
  main.ariaLabel = texts.results;
  const base = new URL('api/snapshots/frozen', document.baseURI).href;
  answerCalls(base, frozenServer(content, base));
  const element = document.createElement('log-dashboard');
  for (const [name, value] of Object.entries({
    server: base,
    'view-id': view.id,
    timezone,
    readonly: '',
    auth: 'host',
    hide: `title filter export refresh${search.queries.length > 1 ? '' : ' tabs'}`,
  }))
    element.setAttribute(name, value);
  // Links are disabled, because they lead into the console, for which a reader of a snapshot may have no account.
  element.addEventListener('log-navigate', (event) => event.preventDefault());
  main.append(element);
}

/** Returns the text of a time range; a range that begins at the epoch means all time, so only its end is named. */
const rangeText = (
  { from, to }: { readonly from: string; readonly to: string },
  when: (at: string) => string,
): string => (Date.parse(from) <= 0 ? texts.rangeTo(when(to)) : texts.range(when(from), when(to)));

function failureText(error: unknown): { readonly title: string; readonly text: string } {
  if (error instanceof NotFound) return texts.gone;
  const { title, text, busy } = texts.failed;
  return { title, text: error instanceof TooManyRequests ? busy : text };
}

const token = new URL(location.href).pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
const client = createClient({ baseUrl: new URL('api', document.baseURI).href });
try {
  const content = await client.call(openSnapshot, { params: { token: decodeURIComponent(token) } });
  show(content);
} catch (error) {
  tell(failureText(error));
}
document.querySelector('.not-loaded')?.remove();
