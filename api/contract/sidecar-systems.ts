/** Names of the operating systems of collectors in the contract. */
export const operatingSystems = ['linux', 'windows', 'darwin', 'freebsd'] as const;
export type OperatingSystem = (typeof operatingSystems)[number];
