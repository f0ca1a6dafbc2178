import { useQuery } from '@tanstack/react-query';
import { entityTitleQuery } from '../../../api/queries/catalogue.js';
import { useConnection } from '../../element/connection-context.js';

/**
 * Returns the title of an event definition; its id if the user may not read it or it was deleted.
 * @param known title if already known, to save a request
 */
export function useDefinitionTitle(id: string, known?: string | null): string {
  const { client } = useConnection();
  const { data } = useQuery({ ...entityTitleQuery(client, 'event_definitions', id), enabled: known === undefined });
  return known ?? (data || id);
}
