/** Contains the texts of the "About" dialog, which is loaded on demand. */
export const texts = {
  title: 'About Log Console',
  intro: 'A console for searching, charting and administering logs.',
  version: 'Version',
  server: 'Server',
  runtime: 'Runtime',
  cluster: 'Cluster ID',
  copyCluster: 'Copy the cluster ID',
  privacy: 'It sends nothing about you, your logs or this installation to anybody.',
  licences: 'Licences',
  licencesIntro: (count: number): string =>
    `Log Console is free software under the Apache License 2.0. It is shipped with ${count} packages of others, under the licences that each of them names.`,
  filter: 'Filter packages',
  none: 'No package is called that.',
  noText: 'The package contains no licence text.',
  failed: 'The licences could not be loaded',
} as const;
