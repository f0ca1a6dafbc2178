import { useMemo, type ReactNode } from 'react';
import { variablesOf } from '../../../machines/variables.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import type { DashboardPageActor } from '../page/use-dashboard-page.js';
import { VariablesBar } from './variables-bar.js';

export interface DashboardVariablesProps {
  readonly page: DashboardPageActor;
  readonly document: ViewDocument;
}

/** Shows the controls of a dashboard's variables; nothing if it declares none. */
export function DashboardVariables({ page, document }: DashboardVariablesProps): ReactNode {
  const variables = useMemo(() => variablesOf(document), [document]);
  return variables.length === 0 ? null : <VariablesBar page={page} variables={variables} />;
}
