/** Names that the API uses for the operating systems of collectors. */
export const operatingSystems = ['linux', 'windows', 'darwin', 'freebsd'] as const;
export type OperatingSystem = (typeof operatingSystems)[number];
