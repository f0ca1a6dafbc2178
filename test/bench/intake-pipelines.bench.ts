/** Measures the intake of durable messages while pipelines run on each of them. The goals are for two cores. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIntake, defaultStreamId } from '../../host/server/intake/index.js';
import { createLog } from '../../host/server/log/log.js';
import { PipelineEngine } from '../../host/server/pipelines/engine.js';
import { functionCatalogue } from '../../host/server/pipelines/functions/catalogue.js';
import { noLookupTables } from '../../host/server/pipelines/lookup-access.js';
import { serverServices } from '../../host/server/pipelines/server-services.js';
import type { SourceDocument } from '../../host/server/pipelines/sources.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import { gelf, measure, type Report } from './intake-measure.js';

const pipelineCount = 20;
const stageCount = 5;

const document = (title: string, source: string): SourceDocument => ({
  id: title.replaceAll(' ', '-'),
  title,
  description: null,
  source,
  created_at: '',
  modified_at: '',
});

export async function bench(report: Report, { large }: { large: boolean }): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  const documents = await openDocuments({ directory });
  const log = createLog('error');
  const store = await openStore({ directory, documents, nodeId: 'bench', log });
  const engine = new PipelineEngine({
    documents,
    functions: functionCatalogue,
    services: serverServices({
      documents,
      lookups: noLookupTables,
      inputs: { running: () => undefined, all: () => [] },
      threatSources: () => ({ tor: false, spamhaus: false, abuseCh: false, otx: false }),
      log,
    }),
    nodeId: 'bench',
    log,
    isTimed: () => false,
    onSuspended: () => undefined,
    onReleased: () => undefined,
  });
  const intake = await createIntake({
    documents,
    sink: store,
    nodeId: 'bench',
    log,
    inputs: false,
    pipelines: (messages) => engine.process(messages),
  });
  const count = large ? 500_000 : 100_000;
  const one = async (name: string, goal?: string): Promise<void> => {
    const begun = process.cpuUsage();
    await measure(report, intake, store, {
      name: `GELF TCP, ${name}`,
      type: 'gelfTcp',
      task: { template: gelf, delimiter: '\0' },
      count,
      ...(goal !== undefined && { goal }),
    });
    // This is the CPU time of all threads of this process, without the sender. It is more meaningful than the rate on a
    // busy machine.
    const { user, system } = process.cpuUsage(begun);
    report(`CPU time of a message, ${name}`, (user + system) / count, 'µs');
  };
  try {
    await intake.start();
    await one('no pipelines');
    const ids: string[] = [];
    for (let pipeline = 0; pipeline < pipelineCount; pipeline += 1) {
      let stages = '';
      for (let stage = 0; stage < stageCount; stage += 1) {
        const [seldom, often] = [`seldom ${pipeline} ${stage}`, `often ${pipeline} ${stage}`];
        // One rule never matches; the other rule matches and changes a field in the last stage of each pipeline.
        const change = stage === stageCount - 1 ? `set_field("seen_${pipeline}", "stage ${stage}");` : '';
        await engine.sources.rules.put(
          document(seldom, `rule "${seldom}" when to_string($message.field_1) == "none" then set_field("x", 1); end`),
        );
        await engine.sources.rules.put(
          document(
            often,
            `rule "${often}" when has_field("field_2") && to_long($message.level) <= 6 then ${change} end`,
          ),
        );
        stages += ` stage ${stage} match either rule "${seldom}" rule "${often}"`;
      }
      const made = document(`pipeline ${pipeline}`, `pipeline "pipeline ${pipeline}"${stages} end`);
      await engine.sources.pipelines.put(made);
      ids.push(made.id);
    }
    await engine.sources.connections.put({ id: defaultStreamId, pipeline_ids: ids });
    await one(`${pipelineCount} pipelines × ${stageCount} stages × 2 rules`, '≥ 15000');
  } finally {
    await intake.stop();
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  }
}
