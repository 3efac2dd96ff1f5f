import { Lexer, Marked, type Token } from 'marked';

/** Of emphasis, links and code in one paragraph, line of a list or cell: more than any author sets. In characters. */
const MARKS_MAX = 200;
const MARK = /[*_~`[\]<\\]/g;
/** In a paragraph with both, the parser takes away the end of the address again and again. */
const ADDRESS = /https?:\/\/|www\./i;
const PUNCTUATION = /[?!.,:;*_'"~()&]{20}/;
/** As the second line of every table has one. */
const TABLE_DELIMITER = /^[^\n]*\n[^\n]*[|:]/;

/**
 * Shows a paragraph with too many marks as it is written. The parser looks for the end of each mark in all that follows:
 * 50,000 characters that someone has pasted would keep the server from answering for minutes.
 */
class BoundedLexer<Parsed = string, Rendered = string> extends Lexer<Parsed, Rendered> {
  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    const marks = text.match(MARK)?.length ?? 0;
    if (marks <= MARKS_MAX && !(ADDRESS.test(text) && PUNCTUATION.test(text))) return super.inlineTokens(text, tokens);
    tokens.push({ type: 'text', raw: text, text, escaped: false });
    return tokens;
  }
}

/** The parser of Markdown, in a time that grows with the length of a text and hardly with its square. */
export const boundedMarked = new Marked({
  hooks: { provideLexer: () => (text, options) => new BoundedLexer(options).lex(text) },
  tokenizer: {
    // The parser reads to the end of the text before it sees that. False: as it does by itself.
    table: (text) => (TABLE_DELIMITER.test(text) ? false : undefined),
  },
});
