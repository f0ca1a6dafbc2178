import { useQuery } from '@tanstack/react-query';
import { entityTitleQuery } from '../../../api/queries/catalogue.js';
import { useConnection } from '../../element/connection-context.js';

/**
 * Returns the title of an event definition. Returns the id of the definition while the title is not loaded, if the user
 * may not read the definition, and if the definition was deleted.
 * @param known the title; undefined requests the title, null waits without a request
 */
export function useDefinitionTitle(id: string, known?: string | null): string {
  const { client } = useConnection();
  const { data } = useQuery({ ...entityTitleQuery(client, 'event_definitions', id), enabled: known === undefined });
  return known ?? (data || id);
}
