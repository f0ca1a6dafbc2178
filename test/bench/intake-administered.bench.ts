/** Measures intake with streams, extractors and outputs configured; every message is durable. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityCollection } from '../../host/server/documents/kinds.js';
import {
  createIntake,
  defaultStreamId,
  streamCollection,
  type ExtractorDocument,
} from '../../host/server/intake/index.js';
import { createLog } from '../../host/server/log/log.js';
import { outputTypeIds } from '../../host/server/outputs/types/output-type.js';
import { EgressGuard } from '../../host/server/outgoing/egress-guard.js';
import { Outputs, type OutputDocument } from '../../host/server/outputs/outputs.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import { gelf, measure, streamOf, type Report } from './intake-measure.js';

const streamCount = 100;
const extractorCount = 5;
const patternCount = 10;
const goal = '≥ 10000';

/** Builds an extractor that matches every message and writes a separate field. */
function extractorOf(
  number: number,
  type: ExtractorDocument['type'],
  source: string,
  config: Readonly<Record<string, unknown>>,
  converters: ExtractorDocument['converters'] = [],
): ExtractorDocument {
  return {
    id: `extractor-${number}`,
    title: `extractor ${number}`,
    type,
    cursor_strategy: 'copy',
    source_field: source,
    target_field: `taken_${number}`,
    extractor_config: config,
    creator_user_id: 'bench',
    converters,
    condition_type: 'none',
    condition_value: '',
    order: number,
    revision: 1,
  };
}

const regex = (number: number): ExtractorDocument =>
  extractorOf(number, 'regex', `field_${number}`, { regex_value: 'value [0-9]+ of ([0-9]+)' });

const mixed: readonly ExtractorDocument[] = [
  extractorOf(0, 'regex', 'message', { regex_value: 'hotel ([0-9]+)$' }, [{ type: 'numeric', config: {} }]),
  extractorOf(1, 'grok', 'field_1', {
    grok_pattern: '^value (?<place>[0-9]+) of (?<number>[0-9]+)',
    named_captures_only: true,
  }),
  extractorOf(2, 'split_and_index', 'field_2', { split_by: ' ', index: 2 }),
  extractorOf(3, 'substring', 'message', { begin_index: 0, end_index: 11 }, [{ type: 'uppercase', config: {} }]),
  extractorOf(4, 'regex_replace', 'field_4', { regex: '[0-9]+', replacement: '#', replace_all: true }),
];

const output = (number: number, type: string, configuration: OutputDocument['configuration']): OutputDocument => ({
  id: String(number).padStart(24, '0'),
  title: `output ${number}`,
  type,
  creator_user_id: 'bench',
  created_at: '2026-01-01T00:00:00.000Z',
  configuration,
  content_pack: null,
});

export async function bench(report: Report, { large }: { large: boolean }): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  const documents = await openDocuments({ directory });
  const log = createLog('error');
  const store = await openStore({ directory, documents, nodeId: 'bench', log });
  const egress = new EgressGuard(() => Promise.resolve(false));
  const outputs = new Outputs({ documents, directory, log, egress, journal: store.journalReading });
  const intake = await createIntake({ documents, sink: store, nodeId: 'bench', log, inputs: false });
  const count = large ? 1_000_000 : 100_000;
  const one = (name: string, extractors: readonly ExtractorDocument[] = []): Promise<number> =>
    measure(report, intake, store, {
      name: `GELF TCP, ${name}`,
      type: 'gelfTcp',
      task: { template: gelf, delimiter: '\0' },
      count,
      goal,
      extractors,
    });
  try {
    await outputs.start();
    await intake.start();
    await one(
      `${patternCount} extractors by regular expressions`,
      Array.from({ length: patternCount }, (_, at) => regex(at)),
    );
    const streams = streamCollection(documents);
    for (let number = 0; number < streamCount; number += 1) await streams.put(streamOf(number));
    await one(`${streamCount} streams with 5 rules each, ${extractorCount} extractors`, mixed);
    const stored = entityCollection<OutputDocument>(documents, 'output');
    const all = [
      output(1, outputTypeIds.discard, {}),
      output(2, outputTypeIds.file, { file_name: 'messages.log', format: 'JSON', max_mebibytes: 100, kept_files: 2 }),
    ];
    for (const document of all) {
      await stored.put(document);
      await outputs.restart(document.id);
    }
    await streams.update(defaultStreamId, (old) => ({ ...old, outputs: all.map(({ id }) => id) }));
    await one(`${streamCount} streams, ${extractorCount} extractors, an output that discards and one to a file`, mixed);
    for (const { id } of all) {
      const figures = outputs.figures(id);
      if (figures) report(`messages that output ${id.slice(-1)} had sent of ${count} by then`, figures.sent, '');
    }
  } finally {
    await intake.stop();
    await outputs.stop();
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  }
}
