/** Networks of the lists DROP and EDROP of Spamhaus (design lookup-tables §4, spamhaus-edrop). */
import { noFigures, number, type Adapter, type AdapterFigures, type AdapterType } from '../../adapter.js';
import { HttpSource } from '../../http-source.js';
import { loadedOf, type LoadedData } from '../../loaded-data.js';
import { emptyResult, mapResult, singleResult } from '../../result.js';

const listUrls = ['https://www.spamhaus.org/drop/drop.txt', 'https://www.spamhaus.org/drop/edrop.txt'];
const shortestSeconds = 3_600;
const spamhausOff = 'Spamhaus lookups are switched off in Configurations, "Threat Intelligence Lookup".';

export const spamhausEDropType: AdapterType = {
  type: 'spamhaus-edrop',
  make: (config, { door, thread, threat }): Adapter => {
    const sources = listUrls.map((url) => ({ source: new HttpSource(url, door), bytes: new Uint8Array() }));
    let data: LoadedData | undefined;
    return {
      get error() {
        return threat().spamhaus ? undefined : spamhausOff;
      },
      refreshMs: Math.max(shortestSeconds, number(config, 'refresh_interval', 14_400)) * 1000,
      get figures(): AdapterFigures {
        return data?.figures() ?? { ...noFigures, rows: 0 };
      },
      lookup(key) {
        if (!threat().spamhaus || !data) return emptyResult;
        const row = data.findNetwork(key.trim()) ?? -1;
        return row < 0 ? singleResult(false) : mapResult(true, data.record(row));
      },
      async refresh(signal) {
        if (!threat().spamhaus) return false;
        let isChanged = false;
        for (const one of sources) {
          const changed = await one.source.changed(signal);
          if (!changed) continue;
          one.bytes = new Uint8Array(changed.bytes);
          changed.seen();
          isChanged = true;
        }
        if (!isChanged) return false;
        const bytes = Buffer.concat(sources.flatMap(({ bytes: part }) => [part, new Uint8Array([10])]));
        data = loadedOf(await thread.run({ kind: 'drop', bytes: new Uint8Array(bytes) }));
        return true;
      },
    };
  },
};
