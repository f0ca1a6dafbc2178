/** Defines the data adapter for the networks in Spamhaus' lists DROP and EDROP. */
import { noFigures, number, reasonOf, type Adapter, type AdapterFigures, type AdapterType } from '../../adapter.js';
import { HttpSource } from '../../http-source.js';
import { loadedOf, type LoadedData } from '../../loaded-data.js';
import { emptyResult, mapResult, singleResult } from '../../result.js';

const usualUrls = ['https://www.spamhaus.org/drop/drop.txt', 'https://www.spamhaus.org/drop/edrop.txt'];
const shortestSeconds = 3_600;
const spamhausOff = 'Spamhaus lookups are switched off in Configurations, "Threat Intelligence Lookup".';

/** Creates the adapter type. @param listUrls URLs of the lists, which tests replace */
export const spamhausEDrop = (listUrls: readonly string[] = usualUrls): AdapterType => ({
  type: 'spamhaus-edrop',
  make: (config, { egress, thread, threat }): Adapter => {
    const sources = listUrls.map((url) => ({ source: new HttpSource(url, egress), bytes: new Uint8Array() }));
    let data: LoadedData | undefined;
    /** True: a list has changed since the data was loaded. */
    let isStale = false;
    /** Reason why one list could not be read although another could; undefined: no list has failed alone. */
    let partial: string | undefined;
    return {
      get error() {
        return threat().spamhaus ? partial : spamhausOff;
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
        const failures: unknown[] = [];
        for (const one of sources) {
          try {
            const changed = await one.source.changed(signal);
            if (!changed) continue;
            one.bytes = new Uint8Array(changed.bytes);
            changed.seen();
            isStale = true;
          } catch (error) {
            failures.push(error);
          }
        }
        if (failures.length === sources.length) throw failures[0];
        // The lists that could be read are used; the other lists are tried again at the next refresh.
        partial = failures.length === 0 ? undefined : reasonOf(failures[0]);
        if (!isStale) return false;
        const bytes = Buffer.concat(sources.flatMap(({ bytes: part }) => [part, new Uint8Array([10])]));
        data = loadedOf(await thread.run({ kind: 'drop', bytes: new Uint8Array(bytes) }));
        isStale = false;
        return true;
      },
    };
  },
});

export const spamhausEDropType = spamhausEDrop();
