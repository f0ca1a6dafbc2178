// Generates the type declarations of the package for embedders; they are self-contained and include no source file.
import { cssProperties } from './reference.mjs';

/** Types that several elements use. */
export const sharedTypes = `/** Result of \`getToken\`: an access token or embed token (\`access\`, the default), or the id of a session. */
export interface LogToken {
  readonly token: string;
  readonly kind?: 'access' | 'session' | undefined;
  /** ISO 8601, as in the server's answer: \`getToken\` is called again before this instant. */
  readonly expires_at?: string | undefined;
}

/** The code with which \`log-error\` names the reason of a failure. */
export type LogErrorCode =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'missing-stream-permission'
  | 'not-found'
  | 'conflict'
  | 'unprocessable'
  | 'too-many-requests'
  | 'server-failure'
  | 'unreachable'
  | 'bad-answer'
  | 'bad-value'
  | 'failed';

/** A range of time: seconds before now, two instants, or words. */
export type LogRangeValue =
  | { readonly type: 'relative'; readonly range?: number; readonly from?: number; readonly to?: number }
  | { readonly type: 'absolute'; readonly from: string; readonly to: string }
  | { readonly type: 'keyword'; readonly keyword: string; readonly timezone?: string };
/** Values of \`range\`, which also takes seconds or the text of the attribute. */
export type LogRange = LogRangeValue | string | number;

/**
 * Text of an attribute with one word, or several with blanks or commas between them, or a list of words. The editor
 * offers the words; any other text compiles, and the element tells of a word that it does not know with \`log-error\`.
 */
export type LogWords<Word extends string> = LogWord<Word> | readonly LogWord<Word>[];
type LogWord<Word extends string> = Word | (string & Record<never, never>);

/** A filter that the page adds to the query of every widget. */
export interface LogFilter {
  /** Field that has the value, or one of the values. */
  readonly field?: string;
  readonly value?: string | number | boolean | readonly (string | number | boolean)[];
  /** Search syntax, in place of \`field\` and \`value\`. */
  readonly query?: string;
  /** Name for people. */
  readonly label?: string;
  /** \`locked\` if absent: shown, and fixed. */
  readonly mode?: 'locked' | 'hidden' | 'editable';
  /** Values that an editable filter offers. */
  readonly options?: readonly (string | number | boolean)[];
}

/** A group of an aggregation: a bar, cell or slice counts the messages whose field has the value. */
export interface LogValueGroup {
  readonly field: string;
  /** Value of the field; for a group of time the start of its interval. */
  readonly value: string;
  /** End of the interval of a group of time, ISO 8601. */
  readonly until?: string;
}

export interface LogErrorDetail {
  readonly error: unknown;
  /** Stable name of what went wrong. */
  readonly code: LogErrorCode;
  readonly message: string;
  /** HTTP status, when the server answered. */
  readonly status?: number;
  /** Id of the widget that fails; absent when the element as a whole fails. */
  readonly widget?: string;
}
export interface LogNavigateDetail {
  /** Place within the console, such as \`/search?q=error\`. */
  readonly route: string;
  /** Address of the place in the console (\`console-url\`). */
  readonly href: string;
  /** True for a link that opens a new tab in the console, too. */
  readonly newTab?: boolean;
}
export interface LogAuthRequiredDetail {
  readonly reason: 'no-session' | 'token-unavailable' | 'token-refused';
  /** Error with which \`getToken\` rejected. */
  readonly error?: unknown;
}
export interface LogSearchFinishedDetail {
  /** Messages found; undefined when there is no result. */
  readonly total: number | undefined;
  /** Milliseconds on the server. */
  readonly duration: number | undefined;
  readonly errors: readonly { readonly type: string; readonly description: string }[];
}

/** Defaults of all elements of a page; an attribute or property of an element wins. */
export interface PageDefaults {
  readonly server?: string | undefined;
  readonly getToken?: (() => Promise<LogToken>) | undefined;
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
  /** IANA name. */
  readonly timezone?: string | undefined;
  /** BCP 47 tag for numbers, and for the names of months and days. */
  readonly locale?: string | undefined;
}
/** @throws TypeError for a value that means nothing */
export declare function configure(defaults: PageDefaults): void;
`;

const common = `/** Types of the custom elements of Log Console. Made by the build; do not edit. */

${sharedTypes}`;

/**
 * Returns the union of words of a list type such as `readonly ('a' | 'b')[]`; undefined: the type is no list of words.
 */
const wordsOf = (type) => /^readonly \(('[^)]*')\)\[\]$/.exec(type)?.[1];

const property = ({ name, type, description }, methods) => {
  const method = methods.find((one) => one.name === name);
  const comment = `  /** ${description} */\n`;
  if (method) {
    const call = method.signature.replace(/^\w+\((.*)\): (.*)$/, '($1) => $2');
    return `${comment}  get ${name}(): ${call};\n  set ${name}(value: ${type});\n`;
  }
  // A list of words can also be set as the text of the attribute.
  const words = wordsOf(type);
  if (words) return `${comment}  get ${name}(): ${type};\n  set ${name}(value: LogWords<${words}> | undefined);\n`;
  if (type === 'LogRange | undefined')
    return `${comment}  get ${name}(): LogRangeValue | undefined;\n  set ${name}(value: LogRange | undefined);\n`;
  return `${comment}  ${name}: ${type};\n`;
};

function elementText({ className, description, tag, values, events, methods }) {
  const isValue = (method) => values.some(({ name }) => name === method.name);
  const map = `${className}EventMap`;
  return `
export interface ${map} extends HTMLElementEventMap {
${events
  .map(
    ({ name, detail, description: says, cancelable }) =>
      `  /** ${says}${cancelable ? ' Cancelable.' : ''} */\n  '${name}': CustomEvent<${detail}>;`,
  )
  .join('\n')}
}
/** \`<${tag}>\`: ${description} */
export interface ${className}Element extends HTMLElement {
${values.map((value) => property(value, methods)).join('')}${methods
    .filter((method) => !isValue(method))
    .map(({ signature, description: says }) => `  /** ${says} */\n  ${signature};\n`)
    .join('')}
  addEventListener<Name extends keyof ${map}>(
    name: Name,
    listener: (this: ${className}Element, event: ${map}[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Name extends keyof ${map}>(
    name: Name,
    listener: (this: ${className}Element, event: ${map}[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(name: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}
/** Attributes and properties of \`<${tag}>\` in markup of frameworks. */
export interface ${className}Attributes {
${values
  .map(({ name, attribute, type }) => {
    const own = `  readonly ${name}?: ${type.includes('undefined') ? type : `${type} | undefined`};\n`;
    const words = wordsOf(type);
    if (words && attribute === name) return `  readonly ${name}?: LogWords<${words}> | undefined;\n`;
    if (attribute === undefined || attribute === name)
      return type === 'boolean' || /^'/.test(type) || attribute === undefined ? own : own.replace(': ', ': string | ');
    return `${own}  readonly '${attribute}'?: string | number | boolean | undefined;\n`;
  })
  .join('')}}
`;
}

/** Returns the members of an event map for all events; an event of several elements has the details of all of them. */
function allEvents(elements) {
  const details = new Map();
  for (const { events } of elements)
    for (const { name, detail } of events) details.set(name, (details.get(name) ?? new Set()).add(detail));
  return [...details].map(([name, own]) => `    '${name}': CustomEvent<${[...own].join(' | ')}>;`).join('\n');
}

/** Returns the text of `index.d.ts`. */
export function typesText(elements) {
  const names = elements.map(({ tag, className }) => `    '${tag}': ${className}Element;`).join('\n');
  return `${common}${elements.map(elementText).join('')}
declare global {
  interface HTMLElementTagNameMap {
${names}
  }
  /** The events bubble, so that a page can listen on the document, the window and every element around. */
  interface GlobalEventHandlersEventMap {
${allEvents(elements)}
  }
}
`;
}

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const shown = (value) => (value === undefined ? '' : `\`${JSON.stringify(value)}\``);

/** Returns the package's README: first steps, and the reference of every element. */
export function referenceText(elements) {
  const rows = (list) =>
    list
      .map(
        ({ name, attribute, type, fallback, description }) =>
          `| ${attribute === undefined ? `\`${name}\` (property)` : `\`${attribute}\``} | \`${cell(type)}\` | ${cell(shown(fallback))} | ${cell(description)} |`,
      )
      .join('\n');
  const eventRows = (list) =>
    list
      .map(
        ({ name, detail, description, cancelable }) =>
          `| \`${name}\`${cancelable ? ' (cancelable)' : ''} | \`${cell(detail)}\` | ${cell(description)} |`,
      )
      .join('\n');
  const propertyRows = (properties) =>
    Object.entries(properties)
      .map(([name, description]) => `| \`${name}\` | ${cell(description)} |`)
      .join('\n');
  // Types without a generated name per element, such as LogErrorDetail.
  const types = [...sharedTypes.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => `\`${name}\``);
  const [first] = elements;
  return `# log-console-elements

The custom elements of Log Console for any page and framework. The server has to list the page's origin (\`--embed-origins\`).

\`\`\`html
<script type="module">
  import { configure } from 'log-console-elements/configure';
  import 'log-console-elements/log-search';
  configure({
    server: 'https://logs.example.org/api',
    // The answer is that of \`POST /embed/tokens\`: { token, expires_at, … }. With \`expires_at\` a token is renewed in time.
    getToken: async () => (await fetch('/my/embed-token', { method: 'POST' })).json(),
  });
</script>
<log-search query="level:<=4" range="3600"></log-search>
\`\`\`

React: \`import { LogSearch } from 'log-console-elements/react'\`. Vue: \`import { LogSearch } from 'log-console-elements/vue'\`.
Angular: \`import { LogSearch } from 'log-console-elements/angular'\` (standalone directives; events are outputs in camel case, such as
\`(logSearchFinished)\`). Types of the plain tags: \`import 'log-console-elements/jsx/react'\` (\`preact\`, \`solid\`, \`svelte\`, \`vue\`);
listeners are named \`onlog-search-finished\`, in Solid \`on:log-search-finished\`. Importing on a server does nothing.

Types for TypeScript, as in \`import type { LogErrorDetail } from 'log-console-elements'\`: ${types.join(', ')}; and for each
element its class, such as \`LogSearchElement\`, and the map of its events, such as \`LogSearchEventMap\`. The chapters Embedding and Elements of the handbook, below
\`/handbook/\` of every server, say more about tokens, methods, filters and looks.

## Every element

| Attribute | Type | Default | Meaning |
|---|---|---|---|
${rows(first.values.filter(({ isCommon }) => isCommon))}

| Event | \`detail\` | Meaning |
|---|---|---|
${eventRows(first.events.filter(({ isCommon }) => isCommon))}

| CSS property | Sets |
|---|---|
${propertyRows(cssProperties)}
${elements
  .map(
    ({ tag, description, values, events, methods }) => `
## \`<${tag}>\`

${description}

${values.some(({ isCommon }) => !isCommon) ? `| Attribute | Type | Default | Meaning |\n|---|---|---|---|\n${rows(values.filter(({ isCommon }) => !isCommon))}\n` : ''}${events.some(({ isCommon }) => !isCommon) ? `\n| Event | \`detail\` | Meaning |\n|---|---|---|\n${eventRows(events.filter(({ isCommon }) => !isCommon))}\n` : ''}${methods.map(({ signature, description: says }) => `\n- \`${signature}\`: ${says}`).join('')}
`,
  )
  .join('')}`;
}
