/**
 * Characters that are invisible or reorder others. With them, “exe.jpg” may really be “gpj.exe”, and two names that
 * look the same may belong to different users. Tabs and line breaks are visible as gaps, so they aren't included.
 */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?![\t\n\r])\p{Cc}/u

let pattern: RegExp | undefined

/**
 * Created on first use, because V8 takes 50 ms to compile it. Its group matches legitimate uses, in emoji and in
 * scripts that join letters.
 */
function joinedOrHidden(): RegExp {
  if (pattern) return pattern
  const joined =
    /\p{RGI_Emoji}|\p{Extended_Pictographic}[\uFE0E\uFE0F]|(?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}\p{Default_Ignorable_Code_Point}]])[\u200C\u200D](?=[[\p{L}\p{M}]--\p{Default_Ignorable_Code_Point}])/v
  return (pattern = new RegExp(`(${joined.source})|${hidden.source}`, 'gv'))
}

/** A fast path for most names, because V8's first Unicode property lookup is slow. */
const plain = /^[\t\n\r -~]*$/

/** Replaces each hidden character in untrusted text. */
export function replaceHidden(text: string, replacement: (character: string) => string): string {
  if (plain.test(text)) return text
  return text.replace(joinedOrHidden(), (found, legitimate?: string) =>
    legitimate === undefined ? replacement(found) : found,
  )
}

/**
 * Converts text to a single line without hidden characters, for display by the system. Each hidden character is
 * replaced with a gap so that two names don't look the same.
 */
export function toPlainLine(text: string): string {
  return replaceHidden(text, () => ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
