/**
 * The attributes `hide` and `allow`: the parts of an element that a page hides, and the refinements that a viewer may
 * make where nothing can be changed or saved. All viewing elements accept the same words, so that a page can set the
 * same value on all of them; a
 * word for a part that an element lacks has no effect.
 */
import { wordsOf } from './attributes.js';

/**
 * `title`: title row or title of the widget; `tabs`: pages of a dashboard; `filter`: the bar; `export`: downloads;
 * `refresh`: the refresh control.
 */
const hideableParts = ['title', 'tabs', 'filter', 'export', 'refresh'] as const;
export type HideablePart = (typeof hideableParts)[number];

/**
 * `query`: type a query; `range`: choose the time range; `filter`: choose streams and parameters, add clicked values to
 * the query.
 */
export const refinements = ['query', 'range', 'filter'] as const;
export type Refinement = (typeof refinements)[number];

export const switchAttributes = { hide: wordsOf(hideableParts), allow: wordsOf(refinements) } as const;

export interface Switches {
  readonly readonly: boolean;
  /** Tells whether the page hides a part. */
  readonly hides: (part: HideablePart) => boolean;
  /** Tells whether the viewer may refine the result in this way; always true where editing is unrestricted. */
  readonly allows: (refinement: Refinement) => boolean;
}

/** @param values attributes of an element; absent for elements without switches */
export function switchesOf(values: {
  readonly readonly: boolean;
  readonly hide?: unknown;
  readonly allow?: unknown;
}): Switches {
  const hide = wordsIn(values.hide);
  const allow = wordsIn(values.allow);
  // A page that lists allowed refinements makes everything else read-only.
  const readonly = values.readonly || allow.length > 0;
  return {
    readonly,
    hides: (part) => hide.includes(part),
    allows: (refinement) => !readonly || allow.includes(refinement),
  };
}

const wordsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
