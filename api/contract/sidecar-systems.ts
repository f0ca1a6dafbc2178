/** Operating systems of collectors, as spelled in the contract. */
export const operatingSystems = ['linux', 'windows', 'darwin', 'freebsd'] as const;
export type OperatingSystem = (typeof operatingSystems)[number];
