/**
 * Generates the code that puts an element into a page, for plain HTML and for frameworks. Ids and queries are quoted by
 * the rules of the HTML or of the framework.
 */
import { embedValues, type EmbedChoices, type EmbedSubject } from './choices.js';

export const snippetKinds = ['html', 'react', 'vue', 'angular', 'svelte'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

export interface SnippetInput {
  readonly subject: EmbedSubject;
  readonly choices: EmbedChoices;
  /** Absolute base URL of the API. */
  readonly server: string;
  /** Absolute base URL of the console. */
  readonly consoleUrl: string;
}

interface Parts extends SnippetInput {
  /** Values of attributes by property name, including the server. */
  readonly values: readonly (readonly [string, string | true])[];
  readonly className: string;
  readonly guests: boolean;
}

const attributeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
/** Quotes a text for a script; `<` is escaped, because the text of a closing tag would end the script. */
const quoted = (text: string): string => JSON.stringify(text).replace(/</g, '\\u003c');
const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

/** Returns `name="value"` for each attribute, on separate lines when there are more than three. */
function markup(values: Parts['values'], more: readonly string[] = []): string {
  const attributes = [
    ...values.map(([name, value]) =>
      value === true ? attributeName(name) : `${attributeName(name)}="${inHtml(value)}"`,
    ),
    ...more,
  ];
  return attributes.length > 3 ? `\n${indented(attributes.join('\n'), '  ')}\n` : ` ${attributes.join(' ')}`;
}

/** Code that requests a token from the page's backend. The handbook has such a backend in four languages. */
const tokenBody = `const answer = await fetch('/embed-token', { method: 'POST' });
return { token: (await answer.json()).token };`;
const getToken = `const getToken = async () => {\n${indented(tokenBody, '  ')}\n};\n`;

/** Tag that lists the server, because users can enter passwords only for servers that the page lists. */
const serverList = ({ server }: Parts): string =>
  `<meta name="log-console-servers" content="${inHtml(new URL(server).origin)}" />`;

const makers: Readonly<Record<SnippetKind, (parts: Parts) => string>> = {
  html: (parts) => {
    const { subject, values, consoleUrl, guests } = parts;
    const { tag } = subject;
    const element = `<script type="module" src="${inHtml(consoleUrl)}/elements/${tag}.js"></script>
<${tag}${markup(values)}></${tag}>`;
    if (!guests) return `${serverList(parts)}\n${element}`;
    return `${element}
<script type="module">
  document.querySelector('${tag}').getToken = async () => {
${indented(tokenBody, '    ')}
  };
</script>`;
  },
  react: ({ values, className, guests }) => {
    const props = values.map(([name, value]) => {
      if (value === true) return name;
      if (name === 'hide' || name === 'allow') return `${name}={${JSON.stringify(value.split(' '))}}`;
      return /^[\w./:-]*$/.test(value) ? `${name}="${value}"` : `${name}={${quoted(value)}}`;
    });
    const lines = [...props, ...(guests ? ['getToken={getToken}'] : [])].join('\n');
    return `import { ${className} } from 'log-console-elements/react';

${guests ? `${getToken}\n` : ''}export const Logs = () => (
  <${className}
${indented(lines, '    ')}
  />
);`;
  },
  // Without `lang="ts"`, projects in TypeScript refuse to import the component; projects in JavaScript accept the
  // attribute.
  vue: ({ values, className, guests }) => `<script setup lang="ts">
import { ${className} } from 'log-console-elements/vue';
${guests ? `\n${getToken}` : ''}</script>

<template>
${indented(`<${className}${markup(values, guests ? [':get-token="getToken"'] : [])}/>`, '  ')}
</template>`,
  angular: ({ subject: { tag }, values, guests }) => {
    // Angular reads `{{` as the beginning of an expression even if the braces are written with character references.
    // Therefore a value that contains double braces becomes a member of the class, to which the attribute is bound.
    const isExpression = ([, value]: Parts['values'][number]): boolean => value !== true && /\{\{|\}\}/.test(value);
    const members = values.filter(isExpression);
    const bound = members.map(([name]) => `[${name}]="${name}"`);
    const more = [...bound, ...(guests ? ['[getToken]="getToken"'] : [])];
    const template = `<${tag}${markup(
      values.filter((one) => !isExpression(one)),
      more,
    )}></${tag}>`
      // The template is in a template literal, where `${` begins an expression and a backtick ends the text.
      .replace(/[\\`]|\$(?=\{)/g, (sign) => `\\${sign}`);
    const fields = [
      ...members.map(([name, value]) => `\n  readonly ${name} = ${quoted(String(value))};`),
      ...(guests ? [`\n  readonly getToken = async () => {\n${indented(tokenBody, '    ')}\n  };`] : []),
    ];
    return `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import 'log-console-elements/${tag}';

@Component({
  selector: 'app-logs',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${indented(template, '    ')}
  \`,
})
export class Logs {${fields.join('')}${fields.length > 0 ? '\n' : ''}}`;
  },
  svelte: ({ subject: { tag }, values, guests }) => {
    // Svelte would read braces as expressions, so that braces in values are escaped.
    const element = `<${tag}${markup(values, guests ? ['{getToken}'] : [])}></${tag}>`;
    const safe = element.replace(/"[^"]*"/g, (value) =>
      value.replace(/[{}]/g, (one) => (one === '{' ? '&#123;' : '&#125;')),
    );
    return `<script lang="ts">
  import 'log-console-elements/${tag}';
${guests ? `\n${indented(getToken, '  ')}` : ''}</script>

${safe}`;
  },
};

/**
 * Returns the shell command with which a backend creates an embed token. In the command, `TOKEN` is a placeholder for
 * the access token of an account, and `Ada` is an example of a guest's name.
 * @param server absolute base URL of the API
 * @param request body of `POST /embed/tokens` without the name of the guest
 */
export function tokenCall(server: string, request: Readonly<Record<string, unknown>>): string {
  const body = JSON.stringify({ guest: 'Ada', ...request }, null, 1).replaceAll("'", String.raw`'\''`);
  return `curl -u TOKEN:token -H 'X-Requested-By: portal' -H 'Content-Type: application/json' ${server}/embed/tokens -d '${body}'`;
}

export function snippetOf(kind: SnippetKind, input: SnippetInput): string {
  const { subject, choices, server } = input;
  const values = Object.entries({ server, ...embedValues(subject, choices) });
  const className = subject.tag.replace(/(^|-)([a-z])/g, (_whole, _dash, letter: string) => letter.toUpperCase());
  return makers[kind]({ ...input, values, className, guests: choices.access === 'guests' });
}
