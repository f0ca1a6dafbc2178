/** The way from a message to a new pipeline rule that is made of it. */
import type { ReactNode } from 'react';
import { usePermission } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { PipelineIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import type { ResultMessage } from '../widgets/faces.js';
import { texts } from './texts.js';

export const newRuleRoute = ({ index, message }: ResultMessage): string =>
  `/system/pipelines/rules/new?${new URLSearchParams({ index, message: String(message['_id'] ?? '') })}`;

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
