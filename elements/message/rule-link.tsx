/** Renders links from a message to a new pipeline rule created from it. */
import type { ReactNode } from 'react';
import { usePermission } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { PipelineIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import type { ResultMessage } from '../widgets/faces.js';
import { texts } from './texts.js';

export const newRuleRoute = ({ index, message }: ResultMessage): string =>
  `/system/pipelines/rules/new?${new URLSearchParams({ index, message: String(message['_id'] ?? '') })}`;

/** Text that the user selected in a value: offsets in UTF-16 units. */
interface Marked {
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

const markedRuleRoute = (message: ResultMessage, { field, from, to }: Marked): string =>
  `${newRuleRoute(message)}&${new URLSearchParams({ field, from: String(from), to: String(to) })}`;

export interface RuleLinkProps {
  readonly message: ResultMessage;
  readonly className: string;
}

export function RuleLink({ message, className }: RuleLinkProps): ReactNode {
  const { readonly } = useHostElement();
  const may = usePermission('pipeline_rule:create');
  if (!may || readonly) return null;
  return (
    <Link route={newRuleRoute(message)} className={className} title={texts.createRule}>
      <PipelineIcon />
      {texts.createRule}
    </Link>
  );
}

export interface MarkedRuleLinkProps extends RuleLinkProps {
  readonly marked: Marked;
}

/** Renders a link below a partly selected value, to a new rule that extracts this part from similar values. */
export function MarkedRuleLink({ message, marked, className }: MarkedRuleLinkProps): ReactNode {
  const { readonly } = useHostElement();
  const hasRoute = useHasRoute();
  const may = usePermission('pipeline_rule:create');
  const route = markedRuleRoute(message, marked);
  if (!may || readonly || !message.index || !hasRoute(route)) return null;
  return (
    <Link route={route} className={className}>
      <PipelineIcon />
      {texts.createRuleOfMarked}
    </Link>
  );
}
