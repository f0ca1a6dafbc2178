/** Defines the data adapter for CSV files on this machine. */
import { flag, noFigures, number, text, type Adapter, type AdapterFigures, type AdapterType } from '../../adapter.js';
import { loadedOf, RefusedSource, type LoadedData } from '../../loaded-data.js';
import { emptyResult, errorResult, mapResult, singleResult, type LookupResult } from '../../result.js';
import { pathProblem, SourceFile } from '../../source-file.js';

export const csvFileType: AdapterType = {
  type: 'csvfile',
  problems: async (config, { files }): Promise<Record<string, string[]>> => {
    const problem = await pathProblem(text(config, 'path'), files);
    return problem === undefined ? {} : { path: [problem] };
  },
  make: (config, { files, thread }): Adapter => {
    const path = text(config, 'path');
    const file = new SourceFile(path, files);
    const caseInsensitive = flag(config, 'case_insensitive_lookup');
    const cidr = flag(config, 'cidr_lookup');
    const whole = text(config, 'value_column') === '*';
    let data: LoadedData | undefined;
    let refused: RefusedSource | undefined;

    function found(row: number): LookupResult {
      if (!data || row < 0) return emptyResult;
      return whole ? mapResult(null, data.record(row)) : singleResult(data.cell(row));
    }
    return {
      error: undefined,
      refreshMs: number(config, 'check_interval', 60) * 1000,
      get figures(): AdapterFigures {
        const figures = data?.figures() ?? { ...noFigures, rows: 0 };
        return refused ? { ...figures, problems: refused.problems, problemCount: refused.count } : figures;
      },
      lookup(key) {
        if (!data) return emptyResult;
        if (!cidr) return found(data.find(caseInsensitive ? key.toLowerCase() : key));
        const row = data.findNetwork(key.trim());
        return row === undefined ? errorResult() : found(row);
      },
      async refresh() {
        const changed = await file.changed();
        if (!changed) {
          if (refused) throw refused;
          return false;
        }
        try {
          const outcome = await thread.run({
            kind: 'csv',
            bytes: changed.bytes,
            separator: text(config, 'separator'),
            quote: text(config, 'quotechar'),
            keyColumn: text(config, 'key_column'),
            valueColumn: text(config, 'value_column'),
            caseInsensitive,
            cidr,
          });
          changed.seen();
          data = loadedOf(outcome);
          refused = undefined;
          return true;
        } catch (error) {
          if (error instanceof RefusedSource) refused = new NamedSource(path, error);
          throw refused ?? error;
        }
      },
    };
  },
};

/** Thrown for a refused file: contains the problems of the file, and a message with its path. */
class NamedSource extends RefusedSource {
  constructor(path: string, { problems, count, message }: RefusedSource) {
    super(problems, count);
    this.message = `The file ${path} was refused. ${message}`;
  }
}
