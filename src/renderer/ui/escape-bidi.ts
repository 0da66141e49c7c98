/**
 * Characters that nobody sees, and those that change in which order others are read: “exe.jpg” may be a “gpj.exe”, and two names
 * that look the same may be of two people. Tabs and line breaks are seen as a gap.
 */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?![\t\n\r])\p{Cc}/u

/** Where they belong to what is seen: inside an emoji, and where a script joins its letters or does not. */
const joined =
  /\p{RGI_Emoji}|\p{Extended_Pictographic}[\uFE0E\uFE0F]|(?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}\p{Default_Ignorable_Code_Point}]])[\u200C\u200D](?=[[\p{L}\p{M}]--\p{Default_Ignorable_Code_Point}])/v

const joinedOrHidden = new RegExp(`(${joined.source})|${hidden.source}`, 'gv')

/** A text from elsewhere in which every character is seen that others would hide. */
export function escapeBidi(text = ''): string {
  // guard: hidden-characters
  return text.replace(joinedOrHidden, (found, seen?: string) =>
    seen === undefined ? `⟨U+${codeOf(found)}⟩` : found,
  )
}

function codeOf(sign: string): string {
  return sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
}
