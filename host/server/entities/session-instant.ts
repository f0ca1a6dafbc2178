/**
 * Formats a time in the form that the API uses for sessions, `2020-01-01T10:40:05.376+0000`; most other times of the
 * API end in Z.
 */
export const sessionInstant = (epochMs: number) => new Date(epochMs).toISOString().replace('Z', '+0000');
