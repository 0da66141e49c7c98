import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// node scripts/confusables.ts confusables.txt: writes the table of confusable characters from Unicode’s file,
// https://www.unicode.org/Public/security/latest/confusables.txt.

const [path] = process.argv.slice(2)
if (!path) throw new Error('Name the confusables.txt of Unicode.')
const text = readFileSync(path, 'utf8')
const version = /^# Version: (\S+)/m.exec(text)?.[1]

/** Attackers imitate Latin letters with letters from these scripts, and with letters that have no script. */
const imitating =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}\p{Script=Common}]/u

const decompose = (letters: string) => letters.normalize('NFKD').replace(/\p{M}/gu, '')
const fromHex = (codes: string) =>
  String.fromCodePoint(...codes.split(' ').map((code) => parseInt(code, 16)))

/** Characters that look like ASCII letters and digits, in lower case. */
const bySkeleton = new Map<string, string[]>()
for (const [, from, to] of text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)) {
  const [letter, target] = [fromHex(from!), decompose(fromHex(to!)).toLowerCase()]
  const isDecomposed = decompose(letter) !== letter
  if (isDecomposed || !imitating.test(letter) || !/^[a-z0-9]+$/.test(target)) continue
  bySkeleton.set(target, [...(bySkeleton.get(target) ?? []), from!.toLowerCase()])
}

const lines = [...bySkeleton]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([target, codes]) => `  ${target}: '${codes.sort().join(' ')}',\n`)
writeFileSync(
  join(import.meta.dirname, '../src/shared/rules/look-alike/confusables.ts'),
  `// From confusables.txt of Unicode ${version}, by scripts/confusables.ts.
// © 2025 Unicode, Inc. Under the Unicode License v3, https://www.unicode.org/license.txt

/** Code points that look like ASCII letters, by letter. */
export const confusables: Readonly<Record<string, string>> = {
${lines.join('')}}
`,
)
