/**
 * Defines the attributes `hide` and `allow`. `hide` lists the parts of an element that the page hides, and `allow` the
 * refinements that viewers may make in an element where nothing can be changed or saved. All viewing elements accept
 * the same words, so that a page can set one value on all of them; a word for a part that an element lacks has no
 * effect.
 */
import { wordsOf } from './attributes.js';

/**
 * The words of `hide`, and what they hide:
 * – `title`: the title row or the title of the widget
 * – `tabs`: the tabs of a dashboard's pages
 * – `filter`: the search bar or filter bar
 * – `export`: the downloads
 * – `refresh`: the refresh control
 * – `logo`: the logo of a wall display
 */
const hideableParts = ['title', 'tabs', 'filter', 'export', 'refresh', 'logo'] as const;
export type HideablePart = (typeof hideableParts)[number];

/**
 * The words of `allow`, and what they allow viewers to do:
 * – `query`: type a query
 * – `range`: choose the time range
 * – `filter`: choose streams and parameters, and add clicked values to the query
 */
export const refinements = ['query', 'range', 'filter'] as const;
export type Refinement = (typeof refinements)[number];

export const switchAttributes = { hide: wordsOf(hideableParts), allow: wordsOf(refinements) } as const;

export interface Switches {
  readonly readonly: boolean;
  /** Returns whether a part of the element is hidden by the page, or because a guest's token refuses its action. */
  readonly hides: (part: HideablePart) => boolean;
  /**
   * Returns whether the viewer may make a refinement. Without the attributes `readonly` and `allow`, the viewer may
   * make every refinement that the token of a guest does not refuse. `variables` are the values of a dashboard's
   * variables, which the word `filter` allows too, but which add nothing to the query.
   */
  readonly allows: (refinement: Refinement | 'variables') => boolean;
}

/**
 * Actions that the token of a guest may refuse: changes, queries of the guest's own, other time ranges, and downloads.
 */
const refusable = ['edit', 'query', 'range', 'export'] as const;

/**
 * Returns the actions that the token of a guest refuses.
 * @param permissions permissions of the guest; undefined while they are not known, so that all actions are refused
 */
export const refusedBy = (permissions: readonly string[] = []): readonly string[] =>
  refusable.filter((word) => !permissions.includes(`embed:${word}`));

/**
 * Returns what an element's attributes `readonly`, `hide` and `allow` hide and allow.
 * @param values values of the attributes; `hide` and `allow` are absent for elements without these attributes
 * @param refused actions that the token of a guest refuses; the element does not offer them, regardless of the
 * attributes
 */
export function switchesOf(
  values: {
    readonly readonly: boolean;
    readonly hide?: unknown;
    readonly allow?: unknown;
  },
  refused: readonly string[] = [],
): Switches {
  const hide = wordsIn(values.hide);
  const allow = wordsIn(values.allow);
  // An element for which the page lists allowed refinements is read-only in all other respects.
  const limited = values.readonly || allow.length > 0;
  return {
    readonly: limited || refused.includes('edit'),
    hides: (part) => hide.includes(part) || refused.includes(part),
    allows: (refinement) => {
      const isVariables = refinement === 'variables';
      if (limited && !allow.includes(isVariables ? 'filter' : refinement)) return false;
      // A chosen filter or a clicked value is added to the query, so a token that refuses queries refuses it too.
      const needed = refinement === 'filter' ? 'query' : refinement;
      // The values of variables add nothing to the query, so that every token accepts them.
      return isVariables || !refused.includes(needed);
    },
  };
}

const wordsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
