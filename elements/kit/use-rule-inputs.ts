/** Loads the inputs that a stream rule can name as the source of messages, for users who may read inputs. */
import { useQuery } from '@tanstack/react-query';
import type { StreamRuleInput } from '../../api/contract/streams.js';
import { ruleInputsQuery } from '../../api/queries/stream-administration.js';
import { useConnection, usePermission } from '../element/connection-context.js';

export interface RuleInputs {
  readonly mayRead: boolean;
  /** The inputs; undefined until they are loaded, and for users without the permission. */
  readonly inputs: readonly StreamRuleInput[] | undefined;
  /** The inputs as options of a select. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly error: Error | null;
  readonly loading: boolean;
}

export function useRuleInputs(): RuleInputs {
  const { client } = useConnection();
  const mayRead = usePermission('inputs:read');
  const { data, error, isLoading } = useQuery({ ...ruleInputsQuery(client), enabled: mayRead });
  const inputs = mayRead ? data : undefined;
  const options = (inputs ?? []).map(({ id, title, name }) => ({ value: id, label: `${title} (${name})` }));
  return { mayRead, inputs, options, error, loading: isLoading };
}
