/** Routes of system jobs: listing, starting, cancelling (contract data-intake jobs.*). */
import * as endpoints from '../../../api/contract/system-overview.js';
import { TriggerJobRequest, type SystemJob } from '../../../api/contract/system-overview.schema.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { rebuildJob, type IndexRanges } from '../entities/index-ranges.js';
import { BadRequestError, ForbiddenError, NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import type { JobKind } from '../jobs/system-jobs.js';

const optimiseJob: JobKind = {
  name: 'org.graylog2.indexer.indices.jobs.OptimizeIndexJob',
  description: 'Optimises the files of indices',
  isCancelable: true,
  providesProgress: true,
};

export function registerSystemJobs(
  registry: Registry,
  { jobs, nodeId, store }: Needs<'jobs' | 'nodeId' | 'store'>,
  ranges: IndexRanges,
): void {
  const all = (): SystemJob[] => jobs.all();
  /**
   * Returns all jobs, including recently successful jobs. The routes of the cluster omit successful jobs, because
   * consoles that poll a job there treat a missing job as ended.
   */
  const history = (): SystemJob[] => jobs.history();
  const readable = (user: Caller, known: readonly SystemJob[]) => ({
    jobs: known.filter(({ id }) => can(user, permissionOn('systemjobs:read', id))),
  });
  const one = (id: string, known = all()): SystemJob => {
    const job = known.find((other) => other.id === id);
    if (!job) throw new NotFoundError(`No system job with ID <${id}> found`);
    return job;
  };

  registry.serve(endpoints.clusterJobs, {}, ({ user }) => ({ [nodeId]: readable(user, all()) }));
  registry.serve(endpoints.systemJobs, {}, ({ user }) => readable(user, history()));
  registry.serve(endpoints.systemJob, {}, ({ params }) => one(params.jobId, history()));
  registry.serve(endpoints.clusterJob, {}, ({ params }) => one(params.jobId));

  /**
   * Starts a job that optimises one named index, or the indices that are written to, either in one index set or in all
   * index sets.
   * @returns the id of the job; undefined: the job is running already
   * @throws NotFoundError for an unknown set or index, ForbiddenError for one that the user may not read
   */
  const optimise = ({ index_set_id: set, index }: TriggerJobRequest, user: Caller): string | undefined => {
    const facts = store.facts();
    if (set !== undefined) authorize(user, permissionOn('indexsets:read', set));
    if (set !== undefined && !facts.some((one) => one.set === set))
      throw new NotFoundError(`Index set <${set}> not found`);
    if (index !== undefined) authorize(user, permissionOn('indices:read', index));
    if (index !== undefined && !facts.some(({ name, set: own }) => name === index && own === (set ?? own)))
      throw new NotFoundError(`Index <${index}> not found`);
    const prefix = facts.find((one) => one.set === set && one.isWritten)?.name.replace(/_\d+$/, '');
    const what = index ?? (set === undefined ? 'the indices that are written to' : `the index set of ${prefix ?? set}`);
    const info = `Optimising ${what}`;
    if (jobs.isRunning(optimiseJob, info)) return undefined;
    return jobs.start(optimiseJob, info, (progress, signal) => store.optimise({ set, index, progress, signal }));
  };
  const begin: Readonly<Record<string, (body: TriggerJobRequest, user: Caller) => string | undefined>> = {
    [rebuildJob.name]: () => ranges.rebuild(rebuildJob, 'Rebuilding the ranges of all indices', store.facts()),
    [optimiseJob.name]: optimise,
  };
  registry.serve(endpoints.triggerSystemJob, { body: TriggerJobRequest }, ({ body, user }) => {
    const { job_name: name } = body;
    authorize(user, permissionOn('systemjobs:create', name));
    const start = Object.hasOwn(begin, name) ? begin[name] : undefined;
    if (!start) throw new BadRequestError(`There is no system job ${name} to start.`);
    const id = start(body, user);
    if (id === undefined) throw new ForbiddenError(`The maximum of jobs of type ${name} is running.`);
    return { system_job_id: id };
  });

  for (const cancel of [endpoints.cancelSystemJob, endpoints.cancelClusterJob] as const)
    registry.serve(cancel, {}, async ({ params: { jobId }, user }) => {
      const job = all().find(({ id }) => id === jobId);
      // Only a user who may cancel every job learns whether a job with this id exists.
      authorize(user, job ? permissionOn('systemjobs:delete', job.name) : 'systemjobs:delete');
      const { is_cancelable } = one(jobId);
      if (!is_cancelable) throw new ForbiddenError(`System job <${jobId}> cannot be cancelled.`);
      return (await jobs.cancel(jobId)) ?? one(jobId);
    });
  registry.serve(endpoints.acknowledgeSystemJob, {}, ({ params, user }) => {
    const job = history().find(({ id }) => id === params.jobId);
    authorize(user, job ? permissionOn('systemjobs:delete', job.name) : 'systemjobs:delete');
    if (!jobs.acknowledge(params.jobId)) throw new NotFoundError(`No system job with ID <${params.jobId}> has ended`);
    return undefined;
  });
}
