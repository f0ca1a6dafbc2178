/** Loads the names for describing rules: rule types and inputs. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { StreamRuleRequest } from '../../../api/contract/streams.js';
import { ruleTypesQuery } from '../../../api/queries/stream-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useRuleInputs } from '../../kit/use-rule-inputs.js';
import { ruleSentence, type RuleSentence } from './rule-text.js';

export interface RuleWords {
  /** Describes a rule; undefined until the types are loaded. */
  readonly wordsOf: ((rule: StreamRuleRequest) => RuleSentence) | undefined;
  /** Reason why the types could not be loaded. */
  readonly error: Error | null;
  readonly retry: () => void;
}

export function useRuleWords(): RuleWords {
  const { client } = useConnection();
  const { data: types, error, refetch } = useQuery(ruleTypesQuery(client));
  const { inputs } = useRuleInputs();
  const words = useCallback((rule: StreamRuleRequest) => ruleSentence(rule, types ?? [], inputs), [types, inputs]);
  return { wordsOf: types && words, error, retry: () => void refetch() };
}
