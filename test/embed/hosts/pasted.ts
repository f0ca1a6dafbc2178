/** The code of the embed dialog, pasted into host applications: one component per element, all on one page. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { firstChoices, type EmbedChoices, type EmbedSubject } from '../../../machines/embed/choices.js';
import { snippetOf, type SnippetKind } from '../../../machines/embed/snippets.js';

export interface PastedThings {
  readonly server: string;
  readonly consoleUrl: string;
  readonly dashboard: string;
  readonly widget: string;
  readonly message: { readonly index: string; readonly id: string };
}

/** A query with characters that begin an expression in framework templates, or end a string or a script. */
export const query = 'level:<=3 OR "{x} {{y}} ${z} `</script>"';
const some: EmbedChoices = {
  ...firstChoices,
  theme: 'dark',
  range: '3600',
  refresh: 60,
  hide: ['title', 'export'],
  allow: ['range', 'filter'],
};

/** Returns the code for each of the five elements, by the name of its tag without `log-`. */
function snippets(kind: SnippetKind, things: PastedThings): Readonly<Record<string, string>> {
  const { dashboard: viewId, widget: widgetId, message, ...places } = things;
  const made: readonly (readonly [EmbedSubject, EmbedChoices])[] = [
    [
      { tag: 'log-search', values: { query, streams: '000000000000000000000001' } },
      { ...some, range: 'last 2 hours' },
    ],
    [{ tag: 'log-dashboard', values: { viewId } }, some],
    [{ tag: 'log-widget', values: { viewId, widgetId } }, firstChoices],
    [{ tag: 'log-message', values: { index: message.index, messageId: message.id } }, firstChoices],
    [
      { tag: 'log-tv', values: { viewId, interval: '20', tabs: '0' } },
      { ...firstChoices, refresh: 30 },
    ],
  ];
  return Object.fromEntries(
    made.map(([subject, choices]) => [subject.tag.slice(4), snippetOf(kind, { subject, choices, ...places })]),
  );
}

const nameOf = (tag: string): string => `${tag.slice(0, 1).toUpperCase()}${tag.slice(1)}`;

/** Returns the contents of files by path: a component for each code, and a portal page with all of them. */
function filesOf(kind: Exclude<SnippetKind, 'html'>, code: Readonly<Record<string, string>>): Record<string, string> {
  const tags = Object.keys(code);
  const joined = (line: (tag: string) => string): string => tags.map(line).join('\n');
  const each = (ending: string, change: (text: string, tag: string) => string = (text) => text) =>
    Object.fromEntries(tags.map((tag) => [`src/pasted/${nameOf(tag)}${ending}`, change(code[tag] ?? '', tag)]));
  switch (kind) {
    case 'react':
      return {
        ...each('.tsx'),
        'src/portal-page.tsx': `${joined((tag) => `import { Logs as ${nameOf(tag)} } from './pasted/${nameOf(tag)}';`)}
import type { Settings } from './portal';
export const Portal = (_settings: Settings) => <main>${joined((tag) => `<${nameOf(tag)} />`)}</main>;`,
      };
    case 'vue':
      return {
        ...each('.vue'),
        'src/Portal.vue': `<script setup lang="ts">
${joined((tag) => `import ${nameOf(tag)} from './pasted/${nameOf(tag)}.vue';`)}
</script>
<template><main>${joined((tag) => `<${nameOf(tag)} />`)}</main></template>`,
      };
    case 'svelte':
      return {
        ...each('.svelte'),
        'src/Portal.svelte': `<script lang="ts">
import type { Settings } from './portal';
const _settings: Settings = $props();
${joined((tag) => `import ${nameOf(tag)} from './pasted/${nameOf(tag)}.svelte';`)}
</script>
<main>${joined((tag) => `<${nameOf(tag)} />`)}</main>`,
      };
    case 'angular':
      return {
        // All five components are on one page, so each needs its own selector.
        ...each('.ts', (text, tag) => text.replace("'app-logs'", `'app-logs-${tag}'`)),
        'src/portal-page.ts': `import { Component } from '@angular/core';
${joined((tag) => `import { Logs as ${nameOf(tag)} } from './pasted/${nameOf(tag)}';`)}
@Component({
  selector: 'app-portal',
  imports: [${tags.map(nameOf).join(', ')}],
  template: \`${joined((tag) => `<app-logs-${tag} />`)}\`,
})
export class Portal {}`,
      };
  }
}

/** Pastes the code into the sources of an application, which must be built again. */
export function paste(folder: string, kind: Exclude<SnippetKind, 'html'>, things: PastedThings): void {
  for (const [path, text] of Object.entries(filesOf(kind, snippets(kind, things)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Writes a page of plain HTML with the code. */
export function pastePlain(folder: string, things: PastedThings): void {
  const code = Object.values(snippets('html', things)).join('\n');
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8" /><link rel="icon" href="data:," /><title>Plain</title>\n${code}`,
  );
}
