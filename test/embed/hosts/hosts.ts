/** The host applications below `apps`, and how each is served once it is built. */
export interface Host {
  /** Folder below `apps`. */
  readonly name: string;
  /** Another folder whose sources come first: the same portal in another frame. */
  readonly from?: string;
  /** Folder with `index.html`, for applications that run in the browser alone. */
  readonly pages?: string;
  /** Arguments of Node.js that start a server which renders the pages; it listens on PORT of 127.0.0.1. */
  readonly server?: readonly string[];
}

const inBrowser = (name: string): Host => ({ name, pages: 'dist' });

export const hosts: readonly Host[] = [
  ...['vue', 'react-19', 'react-18', 'svelte', 'angular', 'preact', 'solid'].map(inBrowser),
];
