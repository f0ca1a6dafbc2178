/**
 * Tools of the full console to pass on displayed content: code that embeds it, and a link to a snapshot of its results.
 * The console provides them to its pages; an element on another page offers none, because its viewers are guests.
 */
import { createContext, useContext } from 'react';
import type { ExecutionState } from '../../api/contract/searches.js';
import type { EmbedSubject } from '../../machines/embed/choices.js';
import type { ViewDocument } from '../../machines/view/document.js';

export interface EmbedOffer {
  /** Label of the option: "Dashboard", "This page". */
  readonly label: string;
  readonly subject: EmbedSubject;
}

export interface EmbedRequest {
  /** Heading of the dialog, such as "Embed dashboard". */
  readonly heading: string;
  readonly title: string;
  /** Options, the first of which is preselected. */
  readonly offers: readonly [EmbedOffer, ...EmbedOffer[]];
}

/** Results to be frozen behind a link. */
export interface SnapshotOffer {
  /** Empty: the view has none. */
  readonly title: string;
  /** The stored view; undefined: it is not saved. */
  readonly viewId: string | undefined;
  /** A dashboard, or a search in the form of one. */
  readonly document: ViewDocument;
  /** Override, parameter values and time zone of the search. */
  readonly state: ExecutionState;
}

export interface ShareTools {
  /** Opens the dialog with the code. */
  readonly onEmbed: (request: EmbedRequest) => void;
  /** Opens the dialog that makes the link of a snapshot. */
  readonly onSnapshot: (offer: SnapshotOffer) => void;
}

export const ShareToolsContext = createContext<ShareTools | undefined>(undefined);

/** Returns the tools; undefined outside the console. */
export const useShareTools = (): ShareTools | undefined => useContext(ShareToolsContext);

/** Texts of the menu entries; the texts of the dialogs load with the dialogs. */
export const shareToolTexts = {
  embed: 'Embed…',
  snapshot: 'Snapshot link…',
  notSaved: 'Save it first: what is embedded is what is stored.',
  heading: (type: string): string => `Embed ${type}`,
  offers: {
    search: 'Search',
    dashboard: 'Dashboard',
    page: 'This page',
    wall: 'Wall',
    widget: 'Widget',
    message: 'Message',
  },
} as const;
