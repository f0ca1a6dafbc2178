/**
 * Requests of every host application to its own backend: the log server's address, and a token for the signed-in user.
 */
export interface Settings {
  readonly server: string;
  readonly dashboard: string;
}

export async function settings(): Promise<Settings> {
  return (await (await fetch('/settings.json')).json()) as Settings;
}

export async function getToken(): Promise<{ token: string; kind: 'access' }> {
  const { token } = (await (await fetch('/token', { method: 'POST' })).json()) as { token: string };
  return { token, kind: 'access' };
}
