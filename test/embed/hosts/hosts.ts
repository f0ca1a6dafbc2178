/** The host applications below `apps`, and how each is served after it is built. */
import type { SnippetKind } from '../../../machines/embed/snippets.js';

export interface Host {
  /** Folder below `apps`. */
  readonly name: string;
  /** Another directory whose sources are used first: the same portal in another framework. */
  readonly from?: string;
  /** Directory of static files; it contains `index.html` if the application runs in the browser only. */
  readonly files?: string;
  /** Framework whose code from the embed dialog is pasted into the application; absent: no code is pasted. */
  readonly pasted?: Exclude<SnippetKind, 'html'>;
  /** Arguments of Node.js that start a rendering server, which listens on PORT of 127.0.0.1. */
  readonly server?: readonly string[];
}

const inBrowser = (name: string): Host => ({ name, files: 'dist' });

export const hosts: readonly Host[] = [
  { ...inBrowser('vue'), pasted: 'vue' },
  { ...inBrowser('react-19'), pasted: 'react' },
  { ...inBrowser('svelte'), pasted: 'svelte' },
  { ...inBrowser('angular'), pasted: 'angular' },
  ...['react-18', 'preact', 'solid', 'lit'].map(inBrowser),
  { name: 'vite-ssr', from: 'react-18', files: 'dist', server: ['server.js'] },
  { name: 'next', from: 'react-18', server: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'] },
  { name: 'nuxt', from: 'vue', server: ['.output/server/index.mjs'] },
  { name: 'sveltekit', from: 'svelte', server: ['build/index.js'] },
  { name: 'astro', files: 'dist/client', server: ['dist/server/entry.mjs'] },
  { name: 'angular-ssr', from: 'angular', files: 'dist/browser', server: ['dist/server/server.mjs'] },
];
