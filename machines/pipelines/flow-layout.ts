/**
 * Computes the places of boxes and ribbons in the picture of the message flow. The functions are pure; lengths are in
 * px.
 */

export type FlowColumn = 'inputs' | 'processors' | 'streams' | 'pipelines' | 'indexSets';
export const flowColumns: readonly FlowColumn[] = ['inputs', 'processors', 'streams', 'pipelines', 'indexSets'];

export interface FlowNode {
  readonly id: string;
  readonly column: FlowColumn;
  /** Number of messages per second; undefined: it is unknown. */
  readonly rate: number | undefined;
  /** Number of lines below title and rate, for example the number of a pipeline's stages. */
  readonly lanes?: number;
}

export interface FlowLink {
  readonly from: string;
  readonly to: string;
  readonly rate: number | undefined;
  /** True for messages that do not pass through pipelines. */
  readonly isPast?: boolean;
}

interface PlacedNode extends FlowNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface PlacedLink extends FlowLink {
  /** Centre line of the ribbon as an SVG path. */
  readonly path: string;
  readonly width: number;
}

export interface FlowLayout {
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly PlacedLink[];
  readonly height: number;
}

export const leastHeight = 46;
export const laneHeight = 16;
const greatestHeight = 160;
const gap = 12;
const leastGutter = 28;
/** Columns never get wider than in a picture with this number of columns, so that boxes do not become too wide. */
const fewestColumns = 3;
const thinnest = 1.5;
const widest = 60;

/** Computes the layout. @param width width of the whole picture in px */
export function flowLayout(nodes: readonly FlowNode[], links: readonly FlowLink[], width: number): FlowLayout {
  // A column without boxes, for example because the user may not read index sets, leaves its room to the others.
  const shown = flowColumns.filter((column) => nodes.some((node) => node.column === column));
  const columns = Math.max(fewestColumns, shown.length);
  const gutter = Math.max(leastGutter, width * 0.06);
  const boxWidth = (width - gutter * (columns - 1)) / columns;
  const most = Math.max(1, ...nodes.map(({ rate }) => rate ?? 0));
  const heightOf = ({ rate = 0, lanes = 0 }: FlowNode): number =>
    Math.max(leastHeight + lanes * laneHeight, Math.min(greatestHeight, (rate / most) * greatestHeight));
  const placed = shown.flatMap((column, at) => {
    let y = 0;
    return nodes
      .filter((node) => node.column === column)
      .map((node): PlacedNode => {
        const height = heightOf(node);
        const own = { ...node, x: at * (boxWidth + gutter), y, width: boxWidth, height };
        y += height + gap;
        return own;
      });
  });
  const byId = new Map(placed.map((node) => [node.id, node]));
  const widthOf = (rate: number | undefined): number =>
    Math.max(thinnest, Math.min(widest, ((rate ?? 0) / most) * widest));
  const known = links.filter(({ from, to }) => byId.has(from) && byId.has(to));
  const drawn = known.map((link): PlacedLink => {
    const from = byId.get(link.from);
    const to = byId.get(link.to);
    if (!from || !to) throw new Error('A ribbon has no end.');
    const start = portOf(
      known.filter((one) => one.from === link.from),
      link,
      from,
    );
    const end = portOf(
      known.filter((one) => one.to === link.to),
      link,
      to,
    );
    // A ribbon back to an earlier column, for messages that a rule routes, connects the facing edges of its boxes.
    const [startX, endX] = from.x > to.x ? [from.x, to.x + to.width] : [from.x + from.width, to.x];
    const middle = (startX + endX) / 2;
    const path = `M${startX} ${start} C${middle} ${start} ${middle} ${end} ${endX} ${end}`;
    return { ...link, path, width: widthOf(link.rate) };
  });
  const height = Math.max(leastHeight, ...placed.map((node) => node.y + node.height));
  return { nodes: placed, links: drawn, height };
}

/** Returns the vertical position of a ribbon at a box. The ribbons of a box are evenly distributed along its edge. */
function portOf(siblings: readonly FlowLink[], link: FlowLink, box: PlacedNode): number {
  return box.y + ((siblings.indexOf(link) + 0.5) / siblings.length) * box.height;
}

/** Merges the ribbons between the same two boxes, because several streams of a pipeline may have the same index set. */
export function joinedLinks(links: readonly FlowLink[]): readonly FlowLink[] {
  const joined = new Map<string, FlowLink>();
  for (const link of links) {
    const key = `${link.from} ${link.to}`;
    const known = joined.get(key);
    const rate = known?.rate === undefined ? link.rate : known.rate + (link.rate ?? 0);
    joined.set(key, { ...link, rate });
  }
  return [...joined.values()];
}
