/**
 * Parses Markdown to a tree. Blocks: headings, paragraphs, lists, quotes, code, tables, rules. Inline: emphasis, code,
 * strike-through, links, line breaks. HTML is treated as text, and images become links.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'emphasis' | 'strike'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] };

type Alignment = 'left' | 'center' | 'right' | undefined;

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3 | 4 | 5 | 6; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: 'table';
      readonly align: readonly Alignment[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

/** Maximum number of characters; longer texts are cut. */
export const longestText = 50_000;
/** Maximum depth of nesting; deeper levels are plain text. */
const deepest = 8;

/**
 * Returns the trimmed address if it is safe to link: an address of a web page or e-mail, or a route of the console,
 * which begins with a single slash. Undefined for any other address.
 */
export function safeHref(address: string): string | undefined {
  const trimmed = address.trim();
  if (/^\/(?![/\\])/.test(trimmed) || /^mailto:[^\s]+$/i.test(trimmed)) return trimmed;
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  return trimmed;
}

export function parseMarkdown(text: string): readonly Block[] {
  return blocksOf(text.slice(0, longestText).replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), 0);
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})(?:\s+(.*))?$/;
const rule = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;
const quote = /^ {0,3}> ?/;
const item = /^( {0,3})(?:([-*+])|(\d{1,9})[.)])( +|$)/;

function blocksOf(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0)
      blocks.push({ kind: 'paragraph', children: inlinesOf(open.map((line) => line.trimStart()).join('\n'), 0) });
    open = [];
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const fenced = fence.exec(line)?.[1];
    const head = heading.exec(line);
    const listed = depth < deepest ? item.exec(line) : null;
    if (line.trim() === '') {
      close();
      at += 1;
    } else if (fenced !== undefined) {
      close();
      const end = lines.findIndex(
        (other, index) => index > at && other.trim().startsWith(fenced) && other.trim().replace(/[`~]/g, '') === '',
      );
      const until = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, until).join('\n') });
      at = until + 1;
    } else if (head) {
      close();
      const level = Math.min(6, head[1]?.length ?? 1) as 1;
      blocks.push({ kind: 'heading', level, children: inlinesOf((head[2] ?? '').replace(/\s#+\s*$/, ''), 0) });
      at += 1;
    } else if (rule.test(line)) {
      close();
      blocks.push({ kind: 'rule' });
      at += 1;
    } else if (quote.test(line) && depth < deepest) {
      close();
      let until = at;
      while (until < lines.length && quote.test(lines[until] ?? '')) until += 1;
      const inner = lines.slice(at, until).map((one) => one.replace(quote, ''));
      blocks.push({ kind: 'quote', children: blocksOf(inner, depth + 1) });
      at = until;
    } else if (listed && (open.length === 0 || listed[3] === undefined || listed[3] === '1')) {
      close();
      const [list, until] = listOf(lines, at, depth);
      blocks.push(list);
      at = until;
    } else if (open.length === 0 && line.includes('|') && isTableRule(lines[at + 1])) {
      const [table, until] = tableOf(lines, at);
      blocks.push(table);
      at = until;
    } else {
      open.push(line);
      at += 1;
    }
  }
  close();
  return blocks;
}

function listOf(lines: readonly string[], from: number, depth: number): readonly [Block, number] {
  const first = item.exec(lines[from] ?? '');
  const ordered = first?.[3] !== undefined;
  const items: (readonly Block[])[] = [];
  let at = from;
  while (at < lines.length) {
    const start = item.exec(lines[at] ?? '');
    if (!start || (start[3] !== undefined) !== ordered || rule.test(lines[at] ?? '')) break;
    const indent = start[0].trimEnd().length + 1;
    const own = [(lines[at] ?? '').slice(start[0].length)];
    at += 1;
    for (; at < lines.length; at += 1) {
      const line = lines[at] ?? '';
      const inside = line.startsWith(' '.repeat(Math.min(indent, 2)));
      if (line.trim() === '') {
        // An empty line ends the item unless an indented line of the item follows.
        const next = lines[at + 1] ?? '';
        if (!next.startsWith('  ')) break;
        own.push('');
      } else if (inside) own.push(line.slice(Math.min(indent, line.length - line.trimStart().length)));
      else if (item.test(line) || own.at(-1)?.trim() === '') break;
      else own.push(line);
    }
    items.push(blocksOf(own, depth + 1));
    // An empty line may separate two items of the list.
    if ((lines[at] ?? '').trim() === '' && item.test(lines[at + 1] ?? '')) at += 1;
  }
  return [{ kind: 'list', start: ordered ? Number(first?.[3]) : undefined, items }, at];
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|'));

function isTableRule(line: string | undefined): boolean {
  return line !== undefined && line.includes('-') && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));
}

function tableOf(lines: readonly string[], from: number): readonly [Block, number] {
  const align = cellsOf(lines[from + 1] ?? '').map((cell): Alignment => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : undefined;
  });
  const row = (line: string) => align.map((_, index) => inlinesOf(cellsOf(line)[index] ?? '', 0));
  let at = from + 2;
  const rows: (readonly (readonly Inline[])[])[] = [];
  for (; at < lines.length && (lines[at] ?? '').includes('|'); at += 1) rows.push(row(lines[at] ?? ''));
  return [{ kind: 'table', align, head: row(lines[from] ?? ''), rows }, at];
}

const escapable = /[\\`*_{}[\]()#+\-.!|~<>]/;
const marks = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'strike'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
] as const;
const bare = /^https?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]]/i;
const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

function inlinesOf(text: string, depth: number): readonly Inline[] {
  const found: Inline[] = [];
  let plain = '';
  /** Delimiters that do not occur further on, cached so that the rest of the text is not searched again for them. */
  const never = new Set<string>();
  const closing = (mark: string, from: number): number => {
    if (never.has(mark)) return -1;
    const at = text.indexOf(mark, from);
    if (at < 0) never.add(mark);
    return at;
  };
  const push = (inline: Inline): void => {
    if (plain !== '') found.push({ kind: 'text', text: plain });
    plain = '';
    found.push(inline);
  };
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (character === '\\' && escapable.test(text[at + 1] ?? '')) {
      plain += text[at + 1] ?? '';
      at += 2;
      continue;
    }
    if (character === '\n') {
      const backslash = plain.endsWith('\\');
      const hard = backslash || plain.endsWith('  ');
      // A regular expression would scan the text collected so far again at every line break, so a loop finds its
      // trailing spaces.
      let end = backslash ? plain.length - 1 : plain.length;
      while (!backslash && plain[end - 1] === ' ') end -= 1;
      plain = plain.slice(0, end);
      if (hard) push({ kind: 'break' });
      else plain += ' ';
      at += 1;
      continue;
    }
    if (character === '`') {
      const ticks = /^`+/.exec(text.slice(at, at + 32))?.[0] ?? '`';
      const end = closing(ticks, at + ticks.length);
      if (end > 0) {
        push({ kind: 'code', text: text.slice(at + ticks.length, end).trim() });
        at = end + ticks.length;
        continue;
      }
    }
    if (depth < deepest) {
      const link = linkAt(text, at, closing);
      if (link) {
        push({ kind: 'link', href: link.href, children: inlinesOf(link.label, deepest) });
        at = link.end;
        continue;
      }
      const mark = marks.find(([sign]) => text.startsWith(sign, at));
      const next = mark && text[at + mark[0].length];
      // An underscore inside a word is part of the word.
      const opens = mark && next?.trim() && !(mark[0].startsWith('_') && isWord(text[at - 1]));
      const end = opens ? closing(mark[0], at + mark[0].length + 1) : -1;
      if (
        mark &&
        end > 0 &&
        text[end - 1]?.trim() &&
        !(mark[0].startsWith('_') && isWord(text[end + mark[0].length]))
      ) {
        push({ kind: mark[1], children: inlinesOf(text.slice(at + mark[0].length, end), depth + 1) });
        at = end + mark[0].length;
        continue;
      }
    }
    plain += character;
    at += 1;
  }
  if (plain !== '') found.push({ kind: 'text', text: plain });
  return found;
}

/**
 * Returns the link that starts at `at`: `[label](address)`, `![label](address)`, `<address>` or a bare address.
 * Undefined when there is no link or its address is unsafe.
 */
function linkAt(
  text: string,
  at: number,
  closing: (mark: string, from: number) => number,
): { label: string; href: string; end: number } | undefined {
  const character = text[at];
  const open = character === '[' ? at + 1 : character === '!' && text[at + 1] === '[' ? at + 2 : -1;
  if (open > 0) {
    const middle = closing('](', open);
    const end = middle < 0 ? -1 : closing(')', middle + 2);
    if (end < 0) return undefined;
    const label = text.slice(open, middle);
    const href = safeHref(text.slice(middle + 2, end).replace(/\s+["'].*["']\s*$/, ''));
    return href === undefined || label.includes('\n\n') ? undefined : { label: label || href, href, end: end + 1 };
  }
  if (character === '<') {
    const end = closing('>', at);
    const address = end < 0 || end - at > 2_000 ? '' : text.slice(at + 1, end);
    // `</b>` is HTML and not an address, so it stays text.
    const href = /^[a-z][a-z\d+.-]*:/i.test(address) ? safeHref(address) : undefined;
    return href === undefined ? undefined : { label: text.slice(at + 1, end), href, end: end + 1 };
  }
  if (character !== 'h' && character !== 'H') return undefined;
  if (isWord(text[at - 1])) return undefined;
  const address = bare.exec(text.slice(at, at + 2_000))?.[0];
  const href = address && safeHref(address);
  return href ? { label: href, href, end: at + href.length } : undefined;
}

/** Returns a parsed Markdown text with changed texts; the structure and the addresses of links stay. */
export function withTexts<Part>(part: Part, change: (text: string) => string): Part {
  const changed = (value: unknown, name?: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => changed(one));
    if (typeof value === 'string') return name === 'text' ? change(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, changed(own, key)]));
  };
  // Cast: only texts have changed, so the tree has the same shape.
  return changed(part) as Part;
}
