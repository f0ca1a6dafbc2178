/** Defines the start page setting: type and id of the entity (screens/administration.md A5, §3.2). */
import type { StartPageType } from '../../../api/contract/users.js';
import { texts } from './texts.js';

export interface StartPage {
  /** Type of the entity; undefined for the welcome page. */
  readonly type: StartPageType | undefined;
  readonly id: string | undefined;
}

/** Id that represents an unsaved new search. */
export const newSearchId = 'default';

export const startPageError = ({ type, id }: StartPage): string | undefined =>
  type !== undefined && (id === undefined || id === '') ? texts.startPage.choose : undefined;
