/**
 * Ways to hand on what is shown that only the full console has: code that embeds it. The console provides them around its pages; an
 * element elsewhere offers neither, because the people who see it are guests.
 */
import { createContext, useContext } from 'react';
import type { EmbedSubject } from '../../machines/embed/choices.js';

export interface EmbedOffer {
  /** Name of the choice: "Dashboard", "This page". */
  readonly label: string;
  readonly subject: EmbedSubject;
}

export interface EmbedRequest {
  /** "Embed dashboard" */
  readonly heading: string;
  readonly title: string;
  /** The first one is chosen. */
  readonly offers: readonly [EmbedOffer, ...EmbedOffer[]];
}

export interface ShareTools {
  /** Opens the dialog with the code. */
  readonly onEmbed: (request: EmbedRequest) => void;
}

export const ShareToolsContext = createContext<ShareTools | undefined>(undefined);

/** Undefined outside of the console. */
export const useShareTools = (): ShareTools | undefined => useContext(ShareToolsContext);

/** Texts of the menu entries; those of the dialogs load with them. */
export const shareToolTexts = {
  embed: 'Embed…',
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
