/**
 * Renders the Markdown description of a content pack as React elements, so that the browser interprets nothing of the
 * content pack's file as HTML.
 */
import { makeStyles } from '@griffel/react';
import { marked, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { OutsideLink } from '../../kit/link.js';
import { tokens, type } from '../../kit/tokens.js';

/** Maximum number of characters of a description that is rendered; a longer one is shown as plain text. */
const longestText = 50_000;

const useStyles = makeStyles({
  root: {
    ...type.body,
    overflowWrap: 'anywhere',
    '& p, & ul, & ol, & pre, & blockquote': { margin: '0 0 8px' },
    '& ul': { listStyleType: 'disc', paddingInlineStart: '20px' },
    '& ol': { listStyleType: 'decimal', paddingInlineStart: '20px' },
    '& code, & pre': { ...type.logSmall },
    '& pre': { padding: '8px', backgroundColor: tokens.surface.inset, overflowX: 'auto' },
    '& a': { textDecorationLine: 'underline' },
  },
});

const inner = (token: { readonly tokens?: Token[] | undefined }): ReactNode => shown(token.tokens ?? []);

function one(token: Token): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{inner(token as Tokens.Paragraph)}</p>;
    case 'heading':
      return (
        <p>
          <strong>{inner(token as Tokens.Heading)}</strong>
        </p>
      );
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      const rows = items.map((item, at) => <li key={at}>{inner(item)}</li>);
      return ordered ? <ol>{rows}</ol> : <ul>{rows}</ul>;
    }
    case 'code':
      return <pre>{(token as Tokens.Code).text}</pre>;
    case 'blockquote':
      return <blockquote>{inner(token as Tokens.Blockquote)}</blockquote>;
    case 'strong':
      return <strong>{inner(token as Tokens.Strong)}</strong>;
    case 'em':
      return <em>{inner(token as Tokens.Em)}</em>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <OutsideLink href={(token as Tokens.Link).href}>{inner(token as Tokens.Link)}</OutsideLink>;
    case 'space':
      return null;
    case 'text': {
      const { tokens: parts, text } = token as Tokens.Text;
      return parts ? shown(parts) : text;
    }
    case 'escape':
      return (token as Tokens.Escape).text;
    default:
      // Tables, images and HTML are shown as their Markdown source.
      return token.raw;
  }
}

const shown = (all: readonly Token[]): ReactNode => all.map((token, at) => <Fragment key={at}>{one(token)}</Fragment>);

export function Markdown({ text }: { readonly text: string }): ReactNode {
  const styles = useStyles();
  if (text.length > longestText) return <pre className={styles.root}>{text}</pre>;
  return <div className={styles.root}>{shown(marked.lexer(text))}</div>;
}
