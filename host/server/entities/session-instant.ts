/** `2020-01-01T10:40:05.376+0000`, as session dates are written; every other date ends in Z. */
export const sessionInstant = (epochMs: number) => new Date(epochMs).toISOString().replace('Z', '+0000');
