import { useQuery } from '@tanstack/react-query';
import { entityTitleQuery } from '../../../api/queries/catalogue.js';
import { useConnection } from '../../element/connection-context.js';

/**
 * Returns the title of an event definition. A user who may not read it sees its id, and so does one who asks for a deleted one. @param
 * known it need not be asked for
 */
export function useDefinitionTitle(id: string, known?: string | null): string {
  const { client } = useConnection();
  const { data } = useQuery({ ...entityTitleQuery(client, 'event_definitions', id), enabled: known === undefined });
  return known ?? (data || id);
}
