/** Defines the data adapter for the exit nodes of the Tor network. */
import { noFigures, type Adapter, type AdapterFigures, type AdapterType } from '../../adapter.js';
import { HttpSource } from '../../http-source.js';
import { loadedOf, type LoadedData } from '../../loaded-data.js';
import { emptyResult, mapResult } from '../../result.js';

const usualUrl = 'https://check.torproject.org/exit-addresses';
const hourMs = 3_600_000;
const torOff = 'Tor exit node lookups are switched off in Configurations, "Threat Intelligence Lookup".';

/** Creates the adapter type. @param listUrl URL of the list, which tests replace */
export const torExitNode = (listUrl: string = usualUrl): AdapterType => ({
  type: 'torexitnode',
  make: (_config, { egress, thread, threat }): Adapter => {
    const source = new HttpSource(listUrl, egress);
    let data: LoadedData | undefined;
    return {
      get error() {
        return threat().tor ? undefined : torOff;
      },
      refreshMs: hourMs,
      get figures(): AdapterFigures {
        return data?.figures() ?? { ...noFigures, rows: 0 };
      },
      lookup(key) {
        const row = threat().tor && data ? data.find(key.trim()) : -1;
        if (!data || row < 0) return emptyResult;
        const ids = data.cell(row).split(' ');
        return mapResult(ids.join(', '), { node_ids: ids });
      },
      async refresh(signal) {
        if (!threat().tor) return false;
        const changed = await source.changed(signal);
        if (!changed) return false;
        data = loadedOf(await thread.run({ kind: 'tor', bytes: changed.bytes }));
        changed.seen();
        return true;
      },
    };
  },
});

export const torExitNodeType = torExitNode();
