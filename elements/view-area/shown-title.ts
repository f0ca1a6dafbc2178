/** Builds titles in which the names of a dashboard's variables are replaced by their values. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Bindings } from '../../machines/parameters.js';
import { boundValues, titleWith, type ValueWords } from '../../machines/variable-values.js';
import type { ViewDocument } from '../../machines/view/document.js';
import type { ViewPageActor } from './view-page.js';

export const variableWords: ValueWords = {
  all: 'All',
  between: (from, to) => `${from} to ${to}`,
  from: (from) => `from ${from}`,
  to: (to) => `up to ${to}`,
};

/** Returns a function that replaces the names of a dashboard's variables in a title by their values. */
export function useShownTitle(page: ViewPageActor, document: ViewDocument | undefined): (title: string) => string {
  const bindings = useSelector(page, ({ context }): Bindings => context.bindings);
  const parameters = document?.search.parameters;
  return useMemo(() => {
    const values = boundValues(parameters ?? [], bindings);
    return (title) => titleWith(title, values, variableWords);
  }, [parameters, bindings]);
}
