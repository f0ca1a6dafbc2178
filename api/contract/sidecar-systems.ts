/** Operating systems that collectors run on, as the contract writes them. */
export const operatingSystems = ['linux', 'windows', 'darwin', 'freebsd'] as const;
export type OperatingSystem = (typeof operatingSystems)[number];
