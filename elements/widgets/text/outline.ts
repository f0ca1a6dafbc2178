/** Gives headings the levels of an outline without gaps, because screen readers navigate by them. */
import type { Block } from './markdown.js';

const levels = [1, 2, 3, 4, 5, 6] as const;

/**
 * Returns the blocks with adjusted levels of headings: a heading is one level below the heading that contains it. A
 * text that begins with `##` begins with the first level, and `###` after `#` becomes the second level.
 */
export function outlined(blocks: readonly Block[]): readonly Block[] {
  /** Written levels of the headings that contain the current block, outermost first. */
  const open: number[] = [];
  const visit = (block: Block): Block => {
    switch (block.kind) {
      case 'heading':
        while ((open.at(-1) ?? 0) >= block.level) open.pop();
        open.push(block.level);
        return { ...block, level: levels[open.length - 1] ?? 6 };
      case 'quote':
        return { ...block, children: block.children.map(visit) };
      case 'list':
        return { ...block, items: block.items.map((item) => item.map(visit)) };
      default:
        return block;
    }
  };
  return blocks.map(visit);
}
