/**
 * Invisible characters, and those that change the order of others: “exe.jpg” may be a “gpj.exe”, and two names that look the
 * same may belong to two people. Tabs and line breaks are visible as a gap.
 */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?![\t\n\r])\p{Cc}/u

/** Where they are legitimate: in an emoji, and where a script joins or separates letters. */
const joined =
  /\p{RGI_Emoji}|\p{Extended_Pictographic}[\uFE0E\uFE0F]|(?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}\p{Default_Ignorable_Code_Point}]])[\u200C\u200D](?=[[\p{L}\p{M}]--\p{Default_Ignorable_Code_Point}])/v

const joinedOrHidden = new RegExp(`(${joined.source})|${hidden.source}`, 'gv')

/** Most names have nothing else, and to find properties of characters takes V8 long the first time. */
const plain = /^[\t\n\r -~]*$/

/** Replaces each hidden character of a text from elsewhere. */
export function replaceHidden(text: string, replacement: (character: string) => string): string {
  if (plain.test(text)) return text
  return text.replace(joinedOrHidden, (found, legitimate?: string) =>
    legitimate === undefined ? replacement(found) : found,
  )
}

/** One line without hidden characters, for where the system shows it. Each leaves a gap, so that two names don't look the same. */
export function toPlainLine(text: string): string {
  return replaceHidden(text, () => ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
