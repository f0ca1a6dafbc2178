/** Exports the system jobs, for pages that start or list them. */
export { SystemJobsSection } from './system-jobs-section.js';
