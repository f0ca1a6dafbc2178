/** Reads the times of the rows of a block in small parts, because often only few times are needed. */
import type { Block } from '../../store/inverted-index/block.js';
import { spanRows } from '../../store/inverted-index/format.js';

/** Number of rows whose times are read together, about the size of one file read. */
const rowsAtOnce = 32 * spanRows;

/** Reads the times of the rows of a block; the spans should be requested in ascending order. */
export class RowTimes {
  #from = 0;
  #times: Float64Array = new Float64Array();

  constructor(private readonly block: Block) {}

  /** Returns the times of the rows of a span. @param span number of the span within the block */
  async ofSpan(span: number): Promise<Float64Array> {
    const row = span * spanRows;
    if (row < this.#from || row >= this.#from + this.#times.length) {
      this.#from = row - (row % rowsAtOnce);
      this.#times = await this.block.times(this.#from, Math.min(this.#from + rowsAtOnce, this.block.rows));
    }
    return this.#times.subarray(row - this.#from, row - this.#from + spanRows);
  }
}
