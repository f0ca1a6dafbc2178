/** Contains the texts of system jobs (screens/data-intake.md J1). */
import { isolated } from '../../kit/isolated.js';

export const texts = {
  title: 'System jobs',
  none: 'No active system jobs.',
  loadingFailed: 'Could not load system jobs',
  start: 'Start a job',
  jobs: {
    'org.graylog2.indexer.ranges.RebuildIndexRangesJob': 'Recalculate all index ranges',
    'org.graylog2.indexer.indices.jobs.OptimizeIndexJob': 'Optimize indices',
  },
  startFailed: 'Could not start the job',
  status: {
    runnable: 'queued',
    running: 'running',
    complete: 'complete',
    paused: 'paused',
    error: 'failed',
    cancelled: 'cancelled',
  },
  unknown: 'unknown',
  started: 'Started',
  progress: (info: string): string => `Progress of "${isolated(info)}"`,
  cancel: 'Cancel',
  cancelNamed: (info: string): string => `Cancel "${isolated(info)}"`,
  cancelJob: 'Cancel the job',
  askCancel: (info: string): string => `Are you sure you want to cancel system job "${isolated(info)}"?`,
  cancelFailed: 'Could not cancel the job',
  acknowledge: 'Acknowledge',
  acknowledgeNamed: (info: string): string => `Acknowledge "${isolated(info)}"`,
  acknowledgeFailed: 'Could not acknowledge the job',
  showEnded: 'Show ended jobs',
  hideEnded: 'Hide ended jobs',
  ended: 'Ended in the last hour',
  noneEnded: 'No job has ended in the last hour.',
} as const;
