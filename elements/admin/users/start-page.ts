/** Start page: kind of entity and which one (screens/administration.md A5, §3.2). */
import type { StartPageType } from '../../../api/contract/users.js';
import { texts } from './texts.js';

export interface StartPage {
  /** Undefined for the welcome page. */
  readonly type: StartPageType | undefined;
  readonly id: string | undefined;
}

/** The search that is no stored one. */
export const newSearchId = 'default';

export const startPageError = ({ type, id }: StartPage): string | undefined =>
  type !== undefined && (id === undefined || id === '') ? texts.startPage.choose : undefined;
