/**
 * Reads the signed-in user's choice about telemetry (contract administration telemetry.*); this console never sends
 * telemetry.
 */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { saveTelemetrySettings, telemetrySettings } from '../contract/system.js';

const queryKey = ['telemetrySettings'] as const;

export function telemetrySettingsQuery(client: Client) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => client.call(telemetrySettings, { signal }) });
}

export function saveTelemetryMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (enabled: boolean) =>
      client.call(saveTelemetrySettings, {
        body: { telemetry_enabled: enabled, telemetry_permission_asked: true },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}
