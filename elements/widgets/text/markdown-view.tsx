/** Renders parsed Markdown as React elements; nothing is inserted as HTML. */
import { makeStyles } from '@griffel/react';
import { createElement, Fragment, useMemo, type ReactNode } from 'react';
import { Link } from '../../kit/link.js';
import { focusRing, space, tokens, type } from '../../kit/tokens.js';
import { parseMarkdown, withTexts, type Block, type Inline } from './markdown.js';
import { outlined } from './outline.js';

const useStyles = makeStyles({
  root: {
    ...type.control,
    color: tokens.text.primary,
    overflowWrap: 'anywhere',
    '& > :first-child': { marginTop: 0 },
    '& p, & ul, & ol, & blockquote, & pre, & table': { margin: `0 0 ${space.l}px` },
    '& h3': { ...type.sectionTitle, margin: `${space.xxl}px 0 ${space.s}px` },
    '& h4, & h5, & h6': { ...type.cardTitle, margin: `${space.xl}px 0 ${space.xs}px` },
    '& ul': { paddingLeft: '22px', listStyleType: 'disc' },
    '& ol': { paddingLeft: '22px', listStyleType: 'decimal' },
    '& li > p': { margin: 0 },
    '& hr': { height: '1px', margin: `${space.xl}px 0`, border: 'none', backgroundColor: tokens.border.divider },
    '& blockquote': {
      paddingLeft: `${space.xl}px`,
      borderLeft: `3px solid ${tokens.border.default}`,
      color: tokens.text.secondary,
    },
    '& code': {
      ...type.logSmall,
      padding: '1px 4px',
      borderRadius: tokens.radius.control,
      backgroundColor: tokens.surface.inset,
    },
    '& pre': {
      padding: `${space.m}px ${space.l}px`,
      overflowX: 'auto',
      borderRadius: tokens.radius.control,
      backgroundColor: tokens.surface.inset,
    },
    '& pre code': { padding: 0, backgroundColor: 'transparent', whiteSpace: 'pre' },
    '& table': { borderCollapse: 'collapse', ...type.body },
    '& th, & td': {
      padding: `${space.xs}px ${space.l}px`,
      borderBottom: `1px solid ${tokens.border.divider}`,
      textAlign: 'left',
    },
    '& th': { color: tokens.text.secondary, fontWeight: 600 },
    '& a': {
      color: tokens.text.link,
      // Links are underlined, because colour alone does not identify a link within a sentence.
      textDecorationLine: 'underline',
      ':hover': { color: tokens.text.linkHover },
      ':focus-visible': focusRing,
    },
  },
});

export interface MarkdownViewProps {
  readonly text: string;
  /**
   * Changes the texts between the Markdown marks, for example replaces variables by their values. The changed texts are
   * not parsed as Markdown.
   */
  readonly shown?: ((text: string) => string) | undefined;
}

export function MarkdownView({ text, shown }: MarkdownViewProps): ReactNode {
  const styles = useStyles();
  const blocks = useMemo(() => {
    const parsed = outlined(parseMarkdown(text));
    return shown ? withTexts(parsed, shown) : parsed;
  }, [text, shown]);
  return <div className={styles.root}>{blocks.map(renderBlock)}</div>;
}

function renderBlock(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'heading':
      // The widget's title is a second-level heading, so headings in the text start at the third level.
      return createElement(`h${Math.min(6, block.level + 2)}`, { key }, inline(block.children));
    case 'paragraph':
      return <p key={key}>{inline(block.children)}</p>;
    case 'code':
      return (
        <pre key={key}>
          <code>{block.text}</code>
        </pre>
      );
    case 'rule':
      return <hr key={key} />;
    case 'quote':
      return <blockquote key={key}>{block.children.map(renderBlock)}</blockquote>;
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{item.map(renderBlock)}</li>);
      return block.start === undefined ? (
        <ul key={key}>{items}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      );
    }
    case 'table':
      return (
        <table key={key}>
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                <th key={index} scope="col" style={{ textAlign: block.align[index] }}>
                  {inline(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column} style={{ textAlign: block.align[column] }}>
                    {inline(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function inline(children: readonly Inline[]): ReactNode {
  return children.map((child, key) => {
    switch (child.kind) {
      case 'text':
        return <Fragment key={key}>{child.text}</Fragment>;
      case 'code':
        return <code key={key}>{child.text}</code>;
      case 'break':
        return <br key={key} />;
      case 'strong':
        return <strong key={key}>{inline(child.children)}</strong>;
      case 'emphasis':
        return <em key={key}>{inline(child.children)}</em>;
      case 'strike':
        return <s key={key}>{inline(child.children)}</s>;
      case 'link':
        return (
          <TextLink key={key} href={child.href}>
            {inline(child.children)}
          </TextLink>
        );
    }
  });
}

/** Renders a link in a text: a route of the console is opened in the console, any other address in a new tab. */
function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  if (!href.startsWith('/')) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return <Link route={href}>{children}</Link>;
}
