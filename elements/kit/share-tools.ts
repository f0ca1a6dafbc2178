/**
 * Tools with which users share displayed content: code that embeds the content, and a link to a snapshot of its
 * results. Only the console provides the tools to its pages; elements on other pages have none, because their viewers
 * may be guests.
 */
import { createContext, useContext } from 'react';
import type { ExecutionState } from '../../api/contract/searches.js';
import type { EmbedSubject } from '../../machines/embed/choices.js';
import type { ViewDocument } from '../../machines/view/document.js';

export interface EmbedOffer {
  /** Label of the option, such as "Dashboard" or "This page". */
  readonly label: string;
  readonly subject: EmbedSubject;
}

export interface EmbedRequest {
  /** Heading of the dialog, such as "Embed dashboard". */
  readonly heading: string;
  readonly title: string;
  /** Lists the parts that the user can embed; the first one is preselected. */
  readonly offers: readonly [EmbedOffer, ...EmbedOffer[]];
}

/** The view whose results become a snapshot behind a link. */
export interface SnapshotOffer {
  /** Title of the view; empty if the view has none. */
  readonly title: string;
  /** Id of the stored view; undefined if the view is not saved. */
  readonly viewId: string | undefined;
  /** The dashboard, or the search in the form of a dashboard. */
  readonly document: ViewDocument;
  /** Global override, parameter values and time zone with which the view is executed. */
  readonly state: ExecutionState;
}

export interface ShareTools {
  /** Opens the dialog that shows the code for embedding. */
  readonly onEmbed: (request: EmbedRequest) => void;
  /** Opens the dialog that creates a snapshot and its link. */
  readonly onSnapshot: (offer: SnapshotOffer) => void;
}

export const ShareToolsContext = createContext<ShareTools | undefined>(undefined);

/** Returns the tools for sharing; undefined outside the console. */
export const useShareTools = (): ShareTools | undefined => useContext(ShareToolsContext);

/** Texts of the menu entries for sharing; the texts of the dialogs are loaded with the dialogs. */
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
