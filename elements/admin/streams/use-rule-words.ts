/** What rules are put into words with: the server's names of their types, and the inputs that they may name. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { StreamRuleRequest } from '../../../api/contract/streams.js';
import { ruleInputsQuery, ruleTypesQuery } from '../../../api/queries/stream-administration.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { ruleSentence, type RuleSentence } from './rule-text.js';

/** Undefined until the types are known. */
export function useRuleWords(): ((rule: StreamRuleRequest) => RuleSentence) | undefined {
  const { client } = useConnection();
  const mayReadInputs = usePermission('inputs:read');
  const { data: types } = useQuery(ruleTypesQuery(client));
  const { data: inputs } = useQuery({ ...ruleInputsQuery(client), enabled: mayReadInputs });
  const words = useCallback((rule: StreamRuleRequest) => ruleSentence(rule, types ?? [], inputs), [types, inputs]);
  return types ? words : undefined;
}
