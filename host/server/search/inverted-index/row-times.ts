/** The times of the rows of a block, of which often but some are needed. */
import type { Block } from '../../store/inverted-index/block.js';
import { spanRows } from '../../store/inverted-index/format.js';

/** Rows whose times are read together: few, as often but some are needed, and no fewer than a file gives at once. */
const rowsAtOnce = 32 * spanRows;

/** Times of the rows of a block, asked for in their order. */
export class RowTimes {
  #from = 0;
  #times: Float64Array = new Float64Array();

  constructor(private readonly block: Block) {}

  /** Times of the rows of a span. */
  async ofSpan(span: number): Promise<Float64Array> {
    const row = span * spanRows;
    if (row < this.#from || row >= this.#from + this.#times.length) {
      this.#from = row - (row % rowsAtOnce);
      this.#times = await this.block.times(this.#from, Math.min(this.#from + rowsAtOnce, this.block.rows));
    }
    return this.#times.subarray(row - this.#from, row - this.#from + spanRows);
  }
}
