/** Defines the data adapter for separated values that are fetched over HTTP. */
import { flag, noFigures, number, text, type Adapter, type AdapterFigures, type AdapterType } from '../../adapter.js';
import { HttpSource } from '../../http-source.js';
import { loadedOf, RefusedSource, type LoadedData } from '../../loaded-data.js';
import { emptyResult, singleResult } from '../../result.js';
import { urlProblem } from '../../source-call.js';

/** Returns a line separator with the escapes `\n`, `\r` and `\t` replaced by their characters. */
const unescaped = (separator: string): string =>
  separator.replaceAll('\\n', '\n').replaceAll('\\r', '\r').replaceAll('\\t', '\t');

export const dsvHttpType: AdapterType = {
  type: 'dsvhttp',
  problems: async (config, { egress }): Promise<Record<string, string[]>> => {
    const problem = await urlProblem(text(config, 'url'), egress);
    const { length } = unescaped(text(config, 'line_separator'));
    return {
      ...(problem !== undefined && { url: [problem] }),
      ...(length > 2 && { line_separator: ['It has one character, or two such as \\r\\n.'] }),
    };
  },
  make: (config, { egress, thread }): Adapter => {
    const source = new HttpSource(text(config, 'url'), egress);
    const presence = flag(config, 'check_presence_only');
    const caseInsensitive = flag(config, 'case_insensitive_lookup');
    let data: LoadedData | undefined;
    let refused: RefusedSource | undefined;
    return {
      error: undefined,
      refreshMs: number(config, 'refresh_interval', 60) * 1000,
      get figures(): AdapterFigures {
        const figures = data?.figures() ?? { ...noFigures, rows: 0 };
        return refused ? { ...figures, problems: refused.problems, problemCount: refused.count } : figures;
      },
      lookup(key) {
        if (!data) return emptyResult;
        const row = data.find(caseInsensitive ? key.toLowerCase() : key);
        if (presence) return singleResult(row >= 0);
        return row < 0 ? emptyResult : singleResult(data.cell(row));
      },
      async refresh(signal) {
        const changed = await source.changed(signal);
        if (!changed) {
          if (refused) throw refused;
          return false;
        }
        try {
          const outcome = await thread.run({
            kind: 'dsv',
            bytes: changed.bytes,
            separator: text(config, 'separator'),
            lineSeparator: unescaped(text(config, 'line_separator')) || '\n',
            quote: text(config, 'quotechar'),
            ignore: text(config, 'ignorechar'),
            keyColumn: number(config, 'key_column'),
            valueColumn: presence ? undefined : number(config, 'value_column', 1),
            caseInsensitive,
          });
          changed.seen();
          data = loadedOf(outcome);
          refused = undefined;
          return true;
        } catch (error) {
          if (error instanceof RefusedSource) refused = error;
          throw error;
        }
      },
    };
  },
};
